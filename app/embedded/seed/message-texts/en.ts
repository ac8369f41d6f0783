import type { MessageTexts } from './shape'

export const en: MessageTexts = {
  notes: {
    welcome: {
      title: 'Welcome to {{site}}',
      contents:
        'Thank you for signing up.\n\nAll money here is play money. Deposits and withdrawals are processed once we have checked them, and no real money changes hands.\n\nTake your time to look around, and contact support if you have a question.',
    },
    comp: {
      title: 'How you earn comp points',
      contents:
        'You earn comp points when you bet on games. The rate depends on the provider, and fractions of a point are rounded down.\n\nYou can exchange your comp points on the comp page, 1 comp point for 1 won.',
    },
    withdrawalPassword: {
      title: 'Check your withdrawal password',
      contents:
        'If your withdrawal password is a number you also use elsewhere, change it to be safe.\n\nWe never ask for a password in a note or a call. If someone does, contact support.',
    },
    limitsReminder: {
      title: 'Review your limits',
      contents:
        'Every six months we ask you to review your limits. Check them under My page > Limits, or set them there if you have none.\n\nA lower limit applies right away.',
    },
    accountChanged: {
      titles: {
        login: 'Your login password was changed',
        exchange: 'Your withdrawal password was changed',
        phone: 'Your phone number was changed',
        bank: 'Your bank account was changed',
      },
      contents:
        "For your security, withdrawals are on hold for 24 hours after the change. The withdrawal page shows when you can withdraw again.\n\nIf this wasn't you, contact support right away.",
    },
    newBrowser: {
      title: 'A login from a new browser',
      contents:
        "Your account was accessed from a new browser. See when and where under My page > Security.\n\nIf this wasn't you, log out all other devices there, change your password and contact support.",
    },
    wrongCodes: {
      title: 'Too many wrong login codes',
      contents:
        "Someone entered 10 wrong login codes within an hour, so codes are blocked for a while. Recovery codes still work.\n\nIf this wasn't you, someone may know your password: change it now.",
    },
    factorOff: {
      title: 'Two-step login was turned off',
      contents:
        "You now log in with your password only.\n\nIf you didn't turn it off, change your password now and contact support.",
    },
    factorEnded: {
      title: 'Two-step login was turned off at your request',
      contents:
        "For your security, withdrawals are on hold for 24 hours. The withdrawal page shows when you can withdraw again.\n\nIf this wasn't you, contact support right away.",
    },
  },
  helpRequests: {
    bankAccount: {
      title: 'I would like to change my withdrawal account',
      contents: 'How can I change my registered account to one at another bank?',
    },
    maintenance: {
      title: 'When will Maru Tables open again?',
      contents: 'In the live casino, Maru Tables is shown as under maintenance. When can I use it again?',
    },
  },
  bankAccountAnswer:
    'Hello, this is {{site}} support.\n\nThe withdrawal account can only be changed to one in your own name. Please contact us again with the new bank, the account number and the account holder. We will change the account once we have checked these details.\n\nUntil then, withdrawals go to your current account.',
  notices: {
    breaks: {
      title: 'How to take a break',
      contents:
        'Games are most enjoyable in moderation.\n\nIf you have been playing for a long time, take a break: you can start one under My page > Limits. The safer play page lists where to find help when you need it.',
    },
    depositAccount: {
      title: 'Please check our bank details each time',
      contents:
        'Before you deposit, get our current bank details on the deposit page.\n\nMoney sent to an old account may take longer to credit, so contact support if you sent any.',
    },
    maintenance: {
      title: 'Regular maintenance',
      contents:
        'Regular maintenance takes place every Wednesday from 04:00 to 06:00, Seoul time.\n\nGames may be unavailable during that time. Your balance and comp points are not affected, and you can play again as soon as it is over.',
    },
  },
  popup: {
    title: 'This site runs on play money',
    contents:
      'All money on this site is play money and cannot be turned into real money.\n\nDeposits and withdrawals are processed once we have checked them. Feel free to look around.',
  },
  accountRequest: { title: 'Bank details for a deposit', contents: 'Please tell me which account to pay into.' },
  accountAnswer:
    "This is a practice account, so don't send any money. The amount you requested will be added to your balance shortly.",
  answer:
    'Hello, this is {{site}} support.\n\n{{answer}}\n\nThis site runs on play money, so this reply was sent automatically. If there is anything else, please contact us again.',
  answers: {
    withdrawal:
      'You can request a withdrawal on the withdrawal page, in steps of 10,000 won. The amount leaves your wallet when you request it and is processed automatically shortly after. You can track it in your withdrawal history.',
    deposit:
      'You can request a deposit on the deposit page, in steps of 10,000 won. This site runs on play money, so there is nothing to pay: the amount is added to your balance shortly after you request it.',
    password:
      "If someone else knows your password, change your password now; this logs you out on all other devices. We can't see your password either.",
    games:
      'Providers under maintenance open again when it is over. If a game window closes, finished rounds still count; your stakes and wins are in your game history.',
    other: 'Thanks for your message. You can always see your balance and requests on My page.',
  },
}
