/** Keys of messages that have numbers in the product's specification. */
export const numberedMessages = {
  loginNeeded: 'msg2001',
  newNote: 'msg2003',
  newReply: 'msg2004',
  accountRequested: 'msg2005',
  accountRequestFailed: 'msg2006',
  depositMissing: 'msg2007',
  depositTooSmall: 'msg2008',
  depositNotMultiple: 'msg2009',
  depositAccepted: 'msg2010',
  requestFailed: 'msg2012',
  withdrawalNotMultiple: 'msg2013',
  withdrawalTooSmall: 'msg2014',
  withdrawalAccepted: 'msg2015',
  balanceTooLow: 'msg2016',
  walletTooLow: 'msg2016.wallet',
  walletTooLowMoneyInGames: 'msg2016.inGame',
  withdrawalFailed: 'msg2018',
  wrongLogin: 'msg2030',
  confirmLogout: 'msg2285',
  withdrawalTooSoon: 'msg2286',
  requestInProgress: 'msg2287',
  accountAlreadyRequested: 'msg2289',
  gameNotOpened: 'msg2303',
  openingGame: 'msg2306',
  loggingIn: 'msg2307',
} as const

/** Messages for an accepted deposit or withdrawal. The key with the suffix `.text` describes what happens next. */
export const acceptedMessages = {
  deposit: numberedMessages.depositAccepted,
  withdraw: numberedMessages.withdrawalAccepted,
} as const
