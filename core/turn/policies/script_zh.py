"""Traditional characters of everyday talk to simplified ones, for reading what was said.

One to one, the commonest only. What Whisper heard is converted with OpenCC before; what others heard is not.
"""

from __future__ import annotations

_TRADITIONAL = (
    "們這個來時說話對會沒還過給讓開關門聽講讀寫買賣東車錢點鐘藥醫電視腦機號碼幾歲爺媽兒孫親請問謝幫裡裏麼嗎為從後當經現間樣見覺應該夠別閉靜響無與據雖單雙條張塊隻樓"
    "邊頭臉腳動運飯魚雞鳥龍馬長風雲氣熱涼陽陰聲樂歡愛傷壞難優變換發樹葉園國語學習書報紙紅綠藍黃銀線網員師護題類總結記憶識認誰許計劃簡約決議寶貝飛進遠達連遲選擇圓圖場導將屬於滿漢準備離雜亂"
)
_SIMPLIFIED = (
    "们这个来时说话对会没还过给让开关门听讲读写买卖东车钱点钟药医电视脑机号码几岁爷妈儿孙亲请问谢帮里里么吗为从后当经现间样见觉应该够别闭静响无与据虽单双条张块只楼"
    "边头脸脚动运饭鱼鸡鸟龙马长风云气热凉阳阴声乐欢爱伤坏难优变换发树叶园国语学习书报纸红绿蓝黄银线网员师护题类总结记忆识认谁许计划简约决议宝贝飞进远达连迟选择圆图场导将属于满汉准备离杂乱"
)
_TABLE = str.maketrans(_TRADITIONAL, _SIMPLIFIED)


def simplified(text: str) -> str:
    """One character for one: offsets stay."""
    return text.translate(_TABLE)
