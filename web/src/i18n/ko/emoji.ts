// Words of the emoji picker, in Korean.

import type { Strings } from "../catalogue";
import type { emoji } from "../en/emoji";

const strings: Strings<keyof typeof emoji> = {
  activities: "활동",
  "animals-nature": "동물과 자연",
  custom: "사용자 지정",
  dark: "어두움",
  flags: "깃발",
  "food-drink": "음식과 음료",
  found: "찾은 것",
  gif: "GIF",
  gifs: "GIF",
  groups: "이모지 그룹",
  light: "밝음",
  medium: "중간",
  mediumDark: "중간 어두움",
  mediumLight: "중간 밝음",
  noneFound: "그 이름의 이모지가 없습니다",
  noGifs: "이 단어에 맞는 GIF가 없습니다",
  none: "톤 없음",
  notLoaded: "이모지를 불러오지 못했습니다",
  objects: "사물",
  "people-body": "사람",
  poweredBy: "{name} 제공",
  recent: "최근",
  search: "이모지 검색",
  searchGifs: "GIF 검색",
  skinTone: "피부 톤",
  "smileys-emotion": "스마일",
  symbols: "기호",
  title: "이모지",
  "travel-places": "여행과 장소",
  tryAgain: "다시 시도",
};

export default strings;
