from sqlcipher3 import dbapi2 as dbapi2
