import type { Language } from '../language'

/**
 * Texts of the sandbox's pages. The sandbox stands in for a third party, so it has texts of its own. No text has a
 * Korean particle that depends on an inserted name or number.
 */
const ko = {
  backToSite: '사이트로 돌아가기',
  formatWon: (won: number) => `${won.toLocaleString('ko-KR')}원`,
  methodTitle: '이 주소에서는 할 수 없는 요청입니다',
  game: {
    balance: '게임 안 머니',
    playMoneyHint: '연습용 머니로 하는 게임입니다. 실제 돈은 오가지 않습니다.',
    closeHint: '창을 닫아도 끝난 판의 결과와 머니는 그대로 남습니다.',
    returnToPlayer: (percent: string) =>
      `오래 하면 건 금액의 ${percent}%를 돌려주도록 만든 게임입니다. 결과는 판마다 새로 뽑습니다.`,
    jackpotShare: '건 금액의 0.1%는 잭팟에 쌓이며, 드물게 한 판이 잭팟 전액을 가져갑니다.',
    payoutsTitle: '당첨 안내',
    stake: '한 판 금액',
    stakeHint: '금액을 누르면 바로 한 판이 시작됩니다. 두 번 눌러도 한 판만 진행됩니다.',
    belowMinStake: (least: string) =>
      `게임 안 머니가 ${least}보다 적어 시작할 수 없습니다. 입금한 뒤 지갑에서 가져오면 이어서 할 수 있습니다.`,
    deposit: '입금하러 가기',
    walletBalance: (won: string) => `지갑에 ${won}이 있습니다.`,
    bringIn: '지갑에서 가져오기',
    ready: '금액을 눌러 시작하세요.',
    winText: (won: string) => `${won}을 받았습니다.`,
    jackpotWon: (won: string) => `잭팟입니다. ${won}을 더 받았습니다.`,
    noWin: '이번 판은 당첨이 없습니다.',
    stakeBack: (won: string) => `${won}이 돌아왔습니다.`,
    stakedText: (stake: string) => `건 금액 ${stake}`,
    times: (times: string) => `${times}배`,
    symbol: { seven: '세븐', crown: '왕관', bell: '종', moon: '달', coin: '엽전', cherry: '체리' },
    choose: '어느 쪽에 거시겠습니까',
    stakeFirst: '한 판 금액을 눌러 주세요. 머니는 그대로 있습니다.',
    chooseFirst: '어느 쪽에 걸지 먼저 골라 주세요. 머니는 그대로 있습니다.',
    choice: {
      spin: '돌리기',
      dragon: '청룡',
      tiger: '백호',
      tie: '무승부',
      home: '홈 승',
      draw: '무승부',
      away: '원정 승',
    },
    title: { cards: '청룡과 백호', match: '가상 경기' },
    side: { home: '홈', away: '원정' },
    against: '대',
    cardsRule:
      '양쪽에 한 장씩 열어 높은 쪽이 이깁니다. A가 가장 낮고 K가 가장 높습니다. 무승부이면 청룡과 백호에 건 금액의 절반이 돌아옵니다.',
    matchRule: '실력이 같은 두 팀의 가상 경기입니다. 실제 경기와 관계가 없습니다.',
    chosenText: (choice: string) => `고른 쪽: ${choice}`,
    insufficientFunds: '게임 안 머니가 모자라 시작하지 않았습니다. 머니는 그대로 있습니다.',
    malformed: '보내신 내용을 읽을 수 없어 시작하지 않았습니다. 머니는 그대로 있습니다. 다시 한 번 눌러 주세요.',
    voidText: '이 판은 끝까지 진행되지 못해 무효가 되었습니다. 건 금액은 돌려드렸습니다.',
    balanceTooLarge: '게임 안 머니가 담을 수 있는 가장 큰 금액에 이르러 시작하지 않았습니다. 머니는 그대로 있습니다.',
    endedTitle: '게임 창이 닫혔습니다',
    endedText:
      '게임 창은 열고 나서 12시간 동안 쓸 수 있습니다. 그만두거나, 휴식이나 자가 배제를 시작하거나, 모든 기기에서 로그아웃하거나, ' +
      '로그인 비밀번호를 바꾸면 바로 닫힙니다. 끝난 판의 결과와 머니는 그대로 남아 있습니다. 사이트에서 게임을 다시 열어 주세요.',
    unknownTitle: '게임 창을 찾을 수 없습니다',
    unknownText: '주소가 잘못되었거나 더 이상 없는 게임 창입니다. 사이트에서 게임을 다시 열어 주세요.',
    closedTitle: '점검 중입니다',
    closedText: '이 제공사는 지금 점검 중이어서 새 판을 시작할 수 없습니다. 머니는 그대로 있습니다.',
    methodText: '게임 창은 열어 보거나 한 판을 시작하는 것만 받습니다.',
  },
  reality: {
    title: '지금까지의 게임',
    notPlayed: '이번 판은 시작하지 않았습니다. 머니는 그대로 있습니다.',
    time: '게임한 시간',
    minutes: (hours: number, minutes: number) => `${hours > 0 ? `${hours}시간 ` : ''}${minutes}분`,
    staked: '건 금액',
    won: '받은 금액',
    net: '손익',
    goOn: '계속',
    stop: '그만',
    stoppedTitle: '게임을 마쳤습니다',
    stoppedText: '게임 안 머니는 지갑으로 돌아왔습니다.',
  },
  payment: {
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
    excludedTitle: '지금은 입금할 수 없습니다',
    excludedText: '휴식 또는 자가 배제 중입니다. 이 신청은 12시간 뒤에 취소되며, 머니는 그대로 있습니다.',
    unknownTitle: '결제 화면을 찾을 수 없습니다',
    unknownText: '주소가 잘못되었거나 더 이상 없는 결제 화면입니다. 사이트에서 다시 신청해 주세요.',
    methodText: '결제 화면은 열어 보거나 확인하거나 그만두는 것만 받습니다.',
  },
} as const

/** The same keys with any text: a function stays one with the same parameters. */
type Texts<T> = {
  [Key in keyof T]: T[Key] extends string
    ? string
    : T[Key] extends (...args: infer Args) => string
      ? (...args: Args) => string
      : Texts<T[Key]>
}

const en: Texts<typeof ko> = {
  backToSite: 'Back to the site',
  formatWon: (won) => `${won.toLocaleString('en-US')} won`,
  methodTitle: 'This address does not take that request',
  game: {
    balance: 'In-game money',
    playMoneyHint: 'This is a play-money game. No real money changes hands.',
    closeHint: 'You can close this window: finished rounds and your money stay as they are.',
    returnToPlayer: (percent) =>
      `Made to give back ${percent}% of what is staked in the long run. Every round is drawn anew.`,
    jackpotShare: '0.1% of each stake goes to the jackpot, and once in a rare while one round takes all of it.',
    payoutsTitle: 'What pays',
    stake: 'Stake',
    stakeHint: 'Press an amount to play one round at once. Pressing twice plays one round only.',
    belowMinStake: (least) =>
      `Your in-game money is below ${least}, so no round can start. Make a deposit and bring it in to go on.`,
    deposit: 'Go to deposit',
    walletBalance: (won) => `You have ${won} in your wallet.`,
    bringIn: 'Bring it in',
    ready: 'Press an amount to begin.',
    winText: (won) => `You won ${won}.`,
    jackpotWon: (won) => `This is the jackpot: you won ${won} more.`,
    noWin: 'Nothing won this time.',
    stakeBack: (won) => `${won} came back.`,
    stakedText: (stake) => `Staked: ${stake}`,
    times: (times) => `${times} times`,
    symbol: { seven: 'Seven', crown: 'Crown', bell: 'Bell', moon: 'Moon', coin: 'Coin', cherry: 'Cherry' },
    choose: 'What do you back?',
    stakeFirst: 'Please press an amount to play. Your money is as it was.',
    chooseFirst: 'Please choose what to back first. Your money is as it was.',
    choice: { spin: 'Spin', dragon: 'Dragon', tiger: 'Tiger', tie: 'Tie', home: 'Home', draw: 'Draw', away: 'Away' },
    title: { cards: 'Dragon and Tiger', match: 'Virtual Match' },
    side: { home: 'Home', away: 'Away' },
    against: 'to',
    cardsRule:
      'One card is opened for each side and the higher one wins; the ace is lowest, the king highest. ' +
      'On a tie, half of a stake on Dragon or Tiger comes back.',
    matchRule: 'A made-up match between two sides of equal strength. It has nothing to do with any real match.',
    chosenText: (choice) => `You backed: ${choice}`,
    insufficientFunds: 'Your in-game money is too low for this stake, so no round was played. Your money is as it was.',
    malformed: 'What was sent could not be read, so no round was played. Your money is as it was. Please press again.',
    voidText: 'This round broke off and does not count. Your stake was given back.',
    balanceTooLarge: 'Your in-game money is the largest there can be, so no round was played. Your money is as it was.',
    endedTitle: 'This game window has ended',
    endedText:
      'A game window can be used for 12 hours after it was opened. It ends at once when you stop, begin a break or ' +
      'self-exclusion, log out everywhere or change your login password. Finished rounds and your money stay as they are. ' +
      'Please open the game again from the site.',
    unknownTitle: 'There is no such game window',
    unknownText: 'The address is wrong, or the game window is gone. Please open the game again from the site.',
    closedTitle: 'Under maintenance',
    closedText: 'This provider is under maintenance, so no new round can start. Your money is as it was.',
    methodText: 'A game window can be looked at or played, nothing else.',
  },
  reality: {
    title: 'Your play so far',
    notPlayed: 'No round was played. Your money is as it was.',
    time: 'Time played',
    minutes: (hours, minutes) => `${hours > 0 ? `${hours} h ` : ''}${minutes} min`,
    staked: 'Staked',
    won: 'Won',
    net: 'Net',
    goOn: 'Go on',
    stop: 'Stop',
    stoppedTitle: 'You have stopped playing',
    stoppedText: 'Your in-game money is back in your wallet.',
  },
  payment: {
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
        'The exchange password was wrong too often, so none is checked right now. ' +
        'It can be entered again within an hour. No withdrawal was asked for on this page.',
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
      'A payment page can be used for 12 hours after it was opened, or until you log out everywhere or change your login password. ' +
      'Your money is as it was. Please start again from the site.',
    excludedTitle: 'You can make no deposit now',
    excludedText:
      'You are on a break or self-excluded. This deposit is called off after 12 hours, and your money is as it was.',
    unknownTitle: 'There is no such payment page',
    unknownText: 'The address is wrong, or the payment page is gone. Please start again from the site.',
    methodText: 'A payment page can be looked at, confirmed or left, nothing else.',
  },
}

/** Returns the texts of the sandbox's pages; those of its games are under `game`, those of payments under `payment`. */
export function sandboxTexts(language: Language): Texts<typeof ko> {
  return language === 'ko' ? ko : en
}

/** Key of the text for a payment form that was not accepted. */
export type PaymentErrorKey = keyof typeof ko.payment.errors
