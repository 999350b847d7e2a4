"""Small honest fakes and the doors to real things that tests share."""
