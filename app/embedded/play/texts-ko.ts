/** With the minus U+2212, as on the site. */
export const groupDigits = (value: number, language: string) => value.toLocaleString(language).replace('-', '−')

/**
 * Texts of the sandbox's pages. The sandbox stands in for a third party, so it has texts of its own. No text has a
 * Korean particle that depends on an inserted name or number.
 */
export const ko = {
  backToSite: '사이트로 돌아가기',
  formatWon: (won: number) => `${groupDigits(won, 'ko-KR')}원`,
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
    stakedText: (stake: string) => `베팅 금액 ${stake}`,
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
      '게임 창은 열고 나서 12시간 동안 쓸 수 있습니다. 그만두거나, 모든 기기에서 로그아웃하거나, 로그인 비밀번호를 바꾸면 바로 닫힙니다. ' +
      '끝난 판의 결과와 머니는 그대로 남아 있습니다. 사이트에서 게임을 다시 열어 주세요.',
    excludedTitle: { break: '휴식 중입니다', exclusion: '자가 배제 중입니다' },
    excludedText: (until: string) =>
      `${until}(서울 시간)까지 게임을 할 수 없습니다. 끝난 판의 결과는 그대로 남아 있고, 게임 안 머니는 지갑으로 돌아왔습니다.`,
    support: '도움받을 곳',
    unknownTitle: '게임 창을 찾을 수 없습니다',
    unknownText: '주소가 잘못되었거나 더 이상 없는 게임 창입니다. 사이트에서 게임을 다시 열어 주세요.',
    closedText: '이 제공사는 지금 점검 중이어서 새 판을 시작할 수 없습니다. 머니는 그대로 있습니다.',
    methodText: '게임 창은 열어 보거나 한 판을 시작하는 것만 받습니다.',
  },
  reality: {
    title: (hours: number, minutes: number) => `${hours > 0 ? `${hours}시간 ` : ''}${minutes}분 동안 게임하셨습니다`,
    question: '계속하시겠습니까?',
    notPlayed: '이번 판은 시작하지 않았습니다. 머니는 그대로 있습니다.',
    staked: '베팅 금액',
    won: '당첨 금액',
    net: '손익',
    goOn: '계속하기',
    stop: '그만하기',
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
    creditedAmount: '들어올 금액',
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

/** The texts of the sandbox's pages in one language. */
export type SandboxTexts = Texts<typeof ko>
