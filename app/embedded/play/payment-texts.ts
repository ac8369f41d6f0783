import type { Language } from './game-texts'

const ko = {
  deposit: (name: string) => `${name} 입금`,
  withdrawal: (name: string) => `${name} 출금`,
  sandbox: '연습용 결제 화면입니다. 실제 돈은 오가지 않습니다.',
  amount: '신청 금액',
  fee: '수수료',
  noFee: '없음',
  creditedAmount: '들어오는 금액',
  paidOutAmount: '받는 금액',
  confirmDeposit: '결제하기',
  confirmWithdrawal: '출금 신청',
  leave: '그만두기',
  onceHint: '두 번 눌러도 한 번만 처리됩니다.',
  laterHint: '지금 나가시면 신청은 12시간 동안 이 주소에서 기다리고, 그 뒤에는 취소됩니다.',
  balance: '보유 머니',
  amountField: '출금 금액',
  amountHint: (least: string, most: string) => `${least}부터 ${most}까지, 10,000원 단위로 적어 주세요.`,
  passwordField: '환전 비밀번호',
  errors: {
    malformed: '보내신 내용을 읽을 수 없어 처리하지 않았습니다. 머니는 그대로 있습니다. 다시 한 번 눌러 주세요.',
    multiple: '출금 금액은 10,000원 단위로 적어 주세요.',
    least: '이 방법으로 출금할 수 있는 가장 적은 금액보다 작습니다.',
    most: '이 방법으로 한 번에 출금할 수 있는 금액보다 큽니다.',
    dayMost: '하루에 출금할 수 있는 금액보다 큽니다. 머니는 그대로 있습니다.',
    tooLittle: '보유 머니보다 큰 금액입니다. 머니는 그대로 있습니다.',
    password: '환전 비밀번호가 맞지 않습니다. 다시 적어 주세요.',
    tries:
      '환전 비밀번호를 여러 번 잘못 적으셔서 지금은 확인하지 않습니다. 한 시간 안에 다시 적으실 수 있습니다. 이 화면에서는 출금이 신청되지 않았습니다.',
    wait: '지금은 출금을 더 신청할 수 없습니다. 잠시 뒤 다시 신청해 주세요. 머니는 그대로 있습니다.',
  },
  doneTitle: {
    deposit: '입금이 끝났습니다',
    withdrawal: '출금이 끝났습니다',
  },
  doneText: {
    deposit: '보유 머니에 더해졌습니다. 이제 사이트로 돌아가시면 됩니다.',
    withdrawal: '신청하신 금액을 보내 드렸습니다. 이제 사이트로 돌아가시면 됩니다.',
  },
  submittedTitle: '출금을 신청했습니다',
  submittedText: '신청하신 금액은 보유 머니에서 빠졌으며, 잠시 뒤 처리됩니다. 내역에서 확인하실 수 있습니다.',
  cancelledTitle: {
    deposit: '입금을 취소했습니다',
    withdrawal: '출금을 취소했습니다',
  },
  cancelledText: '머니는 그대로 있습니다. 다시 하시려면 사이트에서 새로 신청해 주세요.',
  endedTitle: '결제 화면이 닫혔습니다',
  endedText:
    '결제 화면은 열고 나서 12시간 동안, 또는 모든 기기에서 로그아웃하거나 로그인 비밀번호를 바꿀 때까지 쓸 수 있습니다. 머니는 그대로 있습니다. 사이트에서 다시 신청해 주세요.',
  unknownTitle: '결제 화면을 찾을 수 없습니다',
  unknownText: '주소가 잘못되었거나 더 이상 없는 결제 화면입니다. 사이트에서 다시 신청해 주세요.',
  methodTitle: '이 주소에서는 할 수 없는 요청입니다',
  methodText: '결제 화면은 열어 보거나 확인하거나 그만두는 것만 받습니다.',
} as const

type PaymentTexts = {
  [Key in keyof typeof ko]: (typeof ko)[Key] extends string
    ? string
    : (typeof ko)[Key] extends (...args: infer Args) => string
      ? (...args: Args) => string
      : { [Name in keyof (typeof ko)[Key]]: string }
}

const en: PaymentTexts = {
  deposit: (name) => `Deposit by ${name}`,
  withdrawal: (name) => `Withdrawal by ${name}`,
  sandbox: 'This is a practice payment page. No real money changes hands.',
  amount: 'Amount asked for',
  fee: 'Fee',
  noFee: 'None',
  creditedAmount: 'What arrives',
  paidOutAmount: 'What you receive',
  confirmDeposit: 'Pay',
  confirmWithdrawal: 'Ask for the withdrawal',
  leave: 'Leave',
  onceHint: 'Pressing twice counts once.',
  laterHint: 'If you go now, the deposit waits at this address for 12 hours and is called off after that.',
  balance: 'Balance',
  amountField: 'Amount to withdraw',
  amountHint: (least, most) => `From ${least} to ${most}, in steps of 10,000 won.`,
  passwordField: 'Exchange password',
  errors: {
    malformed: 'What was sent could not be read, so nothing was done. Your money is as it was. Please press again.',
    multiple: 'Please enter an amount in steps of 10,000 won.',
    least: 'This is below the least amount that can be withdrawn this way.',
    most: 'This is above what can be withdrawn this way at once.',
    dayMost: 'This is more than can be withdrawn in a day. Your money is as it was.',
    tooLittle: 'This is more than your balance. Your money is as it was.',
    password: 'The exchange password is not right. Please enter it again.',
    tries:
      'The exchange password was wrong too often, so none is checked right now. It can be entered again within an hour. No withdrawal was asked for on this page.',
    wait: 'No further withdrawal can be asked for right now. Please try again later. Your money is as it was.',
  },
  doneTitle: { deposit: 'The deposit is done', withdrawal: 'The withdrawal is done' },
  doneText: {
    deposit: 'It was added to your balance. You can go back to the site now.',
    withdrawal: 'The amount was sent to you. You can go back to the site now.',
  },
  submittedTitle: 'The withdrawal was asked for',
  submittedText: 'The amount has left your balance and is settled shortly. Your history shows how it goes on.',
  cancelledTitle: { deposit: 'The deposit was called off', withdrawal: 'The withdrawal was called off' },
  cancelledText: 'Your money is as it was. To try again, please start anew from the site.',
  endedTitle: 'This payment page has ended',
  endedText:
    'A payment page can be used for 12 hours after it was opened, or until you log out everywhere or change your login password. Your money is as it was. Please start again from the site.',
  unknownTitle: 'There is no such payment page',
  unknownText: 'The address is wrong, or the payment page is gone. Please start again from the site.',
  methodTitle: 'This address does not take that request',
  methodText: 'A payment page can be looked at, confirmed or left, nothing else.',
}

/** Returns the texts of the payment pages. */
export function paymentTexts(language: Language): PaymentTexts {
  return language === 'ko' ? ko : en
}

/** Key of the text for a form that was not accepted. */
export type PaymentErrorKey = keyof typeof ko.errors
