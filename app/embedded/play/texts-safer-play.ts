import type { Locale } from '~/i18n/locale'
import { en } from './texts-en'
import { ko, type SandboxTexts } from './texts-ko'

/** The texts of reality checks and of pages that a break or self-exclusion closes, which are in every language. */
export type SaferPlayTexts = Pick<SandboxTexts, 'backToSite' | 'formatWon' | 'reality'> & {
  game: Pick<SandboxTexts['game'], 'excludedTitle' | 'excludedText' | 'support'>
  payment: Pick<SandboxTexts['payment'], 'excludedTitle' | 'excludedText'>
}

const grouped = (won: number) => won.toLocaleString('en-US').replace('-', '−')

export const saferPlayTexts: Readonly<Record<Locale, SaferPlayTexts>> = {
  ko,
  en,
  vn: {
    backToSite: 'Về trang chủ',
    formatWon: (won) => `${grouped(won)} won`,
    game: {
      excludedTitle: { break: 'Bạn đang tạm nghỉ', exclusion: 'Bạn đã tự loại trừ' },
      excludedText: (until) =>
        `Bạn không thể chơi đến ${until} (giờ Seoul). Kết quả các ván đã xong được giữ nguyên, tiền trong trò chơi đã về ví.`,
      support: 'Nơi hỗ trợ',
    },
    reality: {
      title: (hours, minutes) => `Bạn đã chơi ${hours > 0 ? `${hours} giờ ` : ''}${minutes} phút`,
      question: 'Bạn có muốn chơi tiếp không?',
      notPlayed: 'Ván này chưa bắt đầu. Tiền của bạn vẫn giữ nguyên.',
      staked: 'Đã cược',
      won: 'Đã thắng',
      net: 'Lãi/lỗ',
      goOn: 'Tiếp tục',
      stop: 'Dừng lại',
      stoppedTitle: 'Bạn đã dừng chơi',
      stoppedText: 'Tiền trong trò chơi đã về ví.',
    },
    payment: {
      excludedTitle: 'Hiện không thể nạp tiền',
      excludedText:
        'Bạn đang tạm nghỉ hoặc tự loại trừ. Yêu cầu này sẽ bị hủy sau 12 giờ và tiền của bạn vẫn giữ nguyên.',
    },
  },
  th: {
    backToSite: 'กลับไปที่เว็บไซต์',
    formatWon: (won) => `${grouped(won)} วอน`,
    game: {
      excludedTitle: { break: 'คุณกำลังพัก', exclusion: 'คุณระงับตนเองอยู่' },
      excludedText: (until) => `คุณเล่นเกมไม่ได้จนถึง ${until} (เวลาโซล) ผลของรอบที่จบแล้วยังคงอยู่ และเงินในเกมกลับเข้ากระเป๋าแล้ว`,
      support: 'แหล่งช่วยเหลือ',
    },
    reality: {
      title: (hours, minutes) => `คุณเล่นมาแล้ว ${hours > 0 ? `${hours} ชั่วโมง ` : ''}${minutes} นาที`,
      question: 'ต้องการเล่นต่อหรือไม่',
      notPlayed: 'รอบนี้ยังไม่เริ่ม เงินของคุณยังอยู่เท่าเดิม',
      staked: 'เดิมพัน',
      won: 'ได้คืน',
      net: 'กำไร/ขาดทุน',
      goOn: 'เล่นต่อ',
      stop: 'หยุด',
      stoppedTitle: 'คุณหยุดเล่นแล้ว',
      stoppedText: 'เงินในเกมกลับเข้ากระเป๋าแล้ว',
    },
    payment: {
      excludedTitle: 'ตอนนี้ฝากเงินไม่ได้',
      excludedText: 'คุณกำลังพักหรือระงับตนเองอยู่ รายการนี้จะถูกยกเลิกหลัง 12 ชั่วโมง และเงินของคุณยังอยู่เท่าเดิม',
    },
  },
  jp: {
    backToSite: 'サイトに戻る',
    formatWon: (won) => `${grouped(won)}ウォン`,
    game: {
      excludedTitle: { break: '休憩中です', exclusion: '自己排除中です' },
      excludedText: (until) =>
        `${until}（ソウル時間）までゲームはできません。終わった回の結果はそのまま残り、ゲーム内のお金はウォレットに戻りました。`,
      support: '相談窓口',
    },
    reality: {
      title: (hours, minutes) => `${hours > 0 ? `${hours}時間` : ''}${minutes}分遊びました`,
      question: '続けますか？',
      notPlayed: 'この回は始まっていません。お金はそのままです。',
      staked: 'ベット金額',
      won: '配当金額',
      net: '損益',
      goOn: '続ける',
      stop: 'やめる',
      stoppedTitle: 'ゲームを終えました',
      stoppedText: 'ゲーム内のお金はウォレットに戻りました。',
    },
    payment: {
      excludedTitle: '今は入金できません',
      excludedText: '休憩中または自己排除中です。この申請は12時間後に取り消され、お金はそのままです。',
    },
  },
  cn: {
    backToSite: '返回网站',
    formatWon: (won) => `${grouped(won)}韩元`,
    game: {
      excludedTitle: { break: '您正在休息', exclusion: '您正在自我排除' },
      excludedText: (until) => `在 ${until}（首尔时间）之前不能玩游戏。已结束的局结果不变，游戏内的钱已回到钱包。`,
      support: '求助渠道',
    },
    reality: {
      title: (hours, minutes) => `您已玩了 ${hours > 0 ? `${hours} 小时 ` : ''}${minutes} 分钟`,
      question: '要继续吗？',
      notPlayed: '这一局没有开始，您的钱不变。',
      staked: '投注金额',
      won: '派彩金额',
      net: '盈亏',
      goOn: '继续',
      stop: '停止',
      stoppedTitle: '您已停止游戏',
      stoppedText: '游戏内的钱已回到钱包。',
    },
    payment: {
      excludedTitle: '现在不能存款',
      excludedText: '您正在休息或自我排除中。此申请将在 12 小时后取消，您的钱不变。',
    },
  },
}
