// Words of voice messages, in Simplified Chinese.

import type { Strings } from "../catalogue";
import type { voice } from "../en/voice";

const strings: Strings<keyof typeof voice> = {
  at: "{at}，共 {length}",
  denied: "浏览器未允许此网站使用麦克风。可以在地址旁更改。",
  discard: "丢弃录音",
  done: "附上录音",
  message: "语音消息",
  noMicrophone: "没有找到麦克风。",
  pause: "暂停",
  place: "语音消息中的位置",
  play: "播放",
  record: "录制语音消息",
  recording: "正在录音",
  speed: "速度：{speed}",
  tooLong: "{minutes, plural, other {录音在 # 分钟后自动结束}}，已附上。",
};

export default strings;
