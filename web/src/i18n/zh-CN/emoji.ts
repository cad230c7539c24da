// Words of the emoji picker, in Simplified Chinese.

import type { Strings } from "../catalogue";
import type { emoji } from "../en/emoji";

const strings: Strings<keyof typeof emoji> = {
  activities: "活动",
  "animals-nature": "动物与自然",
  custom: "自定义",
  dark: "深色",
  flags: "旗帜",
  "food-drink": "食物与饮料",
  found: "搜索结果",
  gif: "GIF",
  gifs: "GIF 动图",
  groups: "表情分组",
  light: "浅色",
  medium: "中等",
  mediumDark: "中等偏深",
  mediumLight: "中等偏浅",
  noneFound: "没有叫这个名字的表情",
  noGifs: "没有与这些词匹配的 GIF",
  none: "无肤色",
  notLoaded: "无法加载表情",
  objects: "物品",
  "people-body": "人物",
  poweredBy: "由 {name} 提供",
  recent: "最近使用",
  search: "搜索表情",
  searchGifs: "搜索 GIF",
  skinTone: "肤色",
  "smileys-emotion": "笑脸",
  symbols: "符号",
  title: "表情",
  "travel-places": "旅行与地点",
  tryAgain: "重试",
};

export default strings;
