import type { SiteName } from '../context.server'
import type { Language } from '../language'

/** Messages of the demo members and site notices of a new play-money store, in Korean like an upstream's content. */

export const shippedSiteName: SiteName = { ko: '마당', en: 'Madang' }

/** A text of the demo with the site's Korean name in place of `{{site}}`. */
export function withSiteName(text: string, siteName: SiteName): string {
  return text.replaceAll('{{site}}', siteName.ko)
}

/** Age at the time of seeding. */
type WithAge = { minutesAgo: number }

const hourMinutes = 60
const dayMinutes = 24 * hourMinutes

export const demoNotes: readonly (WithAge & { title: string; contents: string; read: boolean })[] = [
  {
    minutesAgo: 6 * dayMinutes,
    title: '{{site}}에 오신 것을 환영합니다',
    contents:
      '가입해 주셔서 고맙습니다.\n\n이곳의 머니는 모두 연습용입니다. 입금과 출금을 신청하면 잠시 뒤 자동으로 처리되며, 실제 돈은 오가지 않습니다.\n\n천천히 둘러보시고, 궁금한 점은 고객센터에 남겨 주세요.',
    read: true,
  },
  {
    minutesAgo: 2 * dayMinutes,
    title: '콤프가 쌓이는 방법을 안내합니다',
    contents:
      '게임에 건 금액에 따라 콤프가 쌓입니다. 제공사마다 비율이 다르며, 1원 미만은 버립니다.\n\n쌓인 콤프는 콤프 전환 화면에서 1콤프를 1원으로 바꾸실 수 있습니다.',
    read: false,
  },
  {
    minutesAgo: 5 * hourMinutes,
    title: '환전 비밀번호를 정기적으로 바꿔 주세요',
    contents:
      '다른 곳에서 쓰는 번호와 같은 환전 비밀번호는 바꾸시는 것이 안전합니다.\n\n운영자는 어떤 경우에도 비밀번호를 묻지 않습니다. 비밀번호를 묻는 쪽지나 전화를 받으셨다면 고객센터에 알려 주세요.',
    read: false,
  },
]

export const demoHelpRequests: readonly (WithAge & {
  title: string
  contents: string
  answer?: { minutesAgo: number; contents: string }
})[] = [
  {
    minutesAgo: 3 * dayMinutes,
    title: '출금 계좌를 바꾸고 싶습니다',
    contents: '가입할 때 등록한 계좌를 다른 은행 계좌로 바꾸려면 어떻게 해야 하나요?',
    answer: {
      minutesAgo: 2 * dayMinutes + 20 * hourMinutes,
      contents:
        '안녕하세요, {{site}} 고객센터입니다.\n\n출금 계좌는 본인 이름으로 된 계좌로만 바꿀 수 있습니다. 새 은행 이름과 계좌번호, 예금주를 이 창에 다시 남겨 주시면 확인한 뒤 바꿔 드리겠습니다.\n\n바뀌기 전까지는 지금 등록된 계좌로 출금됩니다.',
    },
  },
  {
    minutesAgo: 40,
    title: '마루 테이블은 언제 다시 열리나요',
    contents: '라이브 카지노에서 마루 테이블이 점검 중으로 나옵니다. 언제 다시 이용할 수 있는지 궁금합니다.',
  },
]

export const demoNotices: readonly (WithAge & { title: string; contents: string })[] = [
  {
    minutesAgo: 12 * dayMinutes,
    title: '잠시 쉬어 가는 방법을 안내합니다',
    contents:
      '게임은 즐길 만큼만 하실 때 가장 즐겁습니다.\n\n게임 시간이 길어졌다고 느끼시면 잠시 쉬어 가세요. 도움이 필요하실 때 연락할 수 있는 곳은 안전한 이용 화면에 적어 두었습니다.',
  },
  {
    minutesAgo: 5 * dayMinutes,
    title: '입금 계좌는 신청할 때마다 확인해 주세요',
    contents:
      '입금 계좌는 예고 없이 바뀔 수 있습니다. 입금하시기 전에 입금 화면의 계좌 문의를 눌러 지금 쓰는 계좌를 확인해 주세요.\n\n이전 계좌로 보내신 금액은 확인하는 데 시간이 걸릴 수 있습니다.',
  },
  {
    minutesAgo: 1 * dayMinutes,
    title: '정기 점검 안내',
    contents:
      '매주 수요일 04:00부터 06:00까지 정기 점검을 합니다.\n\n점검 중에는 게임이 잠시 열리지 않을 수 있습니다. 보유 머니와 콤프는 그대로 남아 있으며, 점검이 끝나면 바로 이용하실 수 있습니다.',
  },
]

export const demoPopup: WithAge & { title: string; contents: string } = {
  minutesAgo: 1 * dayMinutes,
  title: '연습용 머니로 운영하고 있습니다',
  contents:
    '이 사이트의 머니는 모두 연습용이며 실제 돈으로 바꿀 수 없습니다.\n\n입금과 출금을 신청하면 잠시 뒤 자동으로 처리됩니다. 마음 편히 둘러보세요.',
}

/** Returns the help request that stands for asking for the bank account to pay into. */
export function accountHelpRequest(language: Language): { title: string; contents: string } {
  return language === 'ko'
    ? { title: '입금 계좌 문의', contents: '입금할 계좌를 알려 주세요.' }
    : { title: 'Account to pay into', contents: 'Please tell me the account to pay into.' }
}

/** Automatic answers in play money by subject. The first whose pattern matches is used. */
const answersBySubject: readonly { pattern: RegExp; ko: string; en: string }[] = [
  {
    pattern: /출금|환전|withdraw|cash ?out/i,
    ko: '출금은 출금 화면에서 10,000원 단위로 신청하실 수 있습니다. 신청하면 그 금액이 보유 머니에서 먼저 빠지고, 잠시 뒤 자동으로 처리됩니다. 신청 상태는 출금 내역에서 확인하실 수 있습니다.',
    en: 'You can ask for a withdrawal on the withdrawal page, in steps of 10,000 won. The amount leaves your balance when you ask for it and is settled by itself shortly after. Its state is shown in your withdrawal history.',
  },
  {
    pattern: /입금|충전|계좌|deposit|account number/i,
    ko: '입금은 입금 화면에서 10,000원 단위로 신청하실 수 있습니다. 연습용 머니로 운영하고 있어 실제로 보내실 돈은 없으며, 신청하면 잠시 뒤 보유 머니에 더해집니다.',
    en: 'You can ask for a deposit on the deposit page, in steps of 10,000 won. This house runs on play money, so there is nothing to pay: the amount is added to your balance shortly after you ask.',
  },
  {
    pattern: /비밀번호|로그인|아이디|password|log ?in|sign ?in/i,
    ko: '비밀번호는 본인만 알고 계셔야 하며, 저희도 알 수 없게 보관합니다. 다른 사람이 알게 되었다고 생각되시면 모든 기기에서 로그아웃한 뒤 다시 로그인해 주세요.',
    en: 'Your password is yours alone, and it is kept in a form that we cannot read either. If you think somebody else knows it, log out on all devices and log in again.',
  },
  {
    pattern: /게임|슬롯|카지노|스포츠|점검|콤프|잭팟|game|slot|casino|sport|maintenance|comp|jackpot/i,
    ko: '점검 중인 제공사는 점검이 끝나면 다시 열립니다. 게임 창이 닫혀도 이미 끝난 판의 결과는 그대로 반영되며, 건 금액과 받은 금액은 내 정보의 게임 내역에서 확인하실 수 있습니다.',
    en: 'Providers under maintenance open again when it is done. If a game window closes, every round that was played still counts; what you staked and what you won is listed in your betting history.',
  },
]

const generalAnswer = {
  ko: '남겨 주신 내용을 잘 받았습니다. 보유 머니와 신청 내역은 내 정보 화면에서 언제든 확인하실 수 있습니다.',
  en: 'We have received what you wrote. Your balance and everything you have asked for can be seen on your own page at any time.',
}

/**
 * Returns the automatic answer to a help request in play money. The text says that it was sent automatically.
 *
 * @param language of the page that the request was written on.
 */
export function automaticHelpAnswer(
  request: { title: string; contents: string },
  language: Language,
  siteName: SiteName = shippedSiteName,
): string {
  const text = `${request.title}\n${request.contents}`
  const { ko, en } = answersBySubject.find(({ pattern }) => pattern.test(text)) ?? generalAnswer
  return language === 'ko'
    ? `안녕하세요, ${siteName.ko} 고객센터입니다.\n\n${ko}\n\n연습용 머니로 운영하는 곳이어서 이 답변은 자동으로 보내 드렸습니다. 더 궁금한 점이 있으시면 새 문의를 남겨 주세요.`
    : `Hello, this is the ${siteName.en} customer centre.\n\n${en}\n\nThis house runs on play money, so this answer was sent automatically. If there is anything else, please write to us again.`
}
