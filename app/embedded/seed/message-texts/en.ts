import type { MessageTexts } from './shape'

export const en: MessageTexts = {
  notes: {
    welcome: {
      title: 'Welcome to {{site}}',
      contents:
        'Thank you for signing up.\n\nAll money here is play money. Deposits and withdrawals are settled once they have been checked, and no real money changes hands.\n\nTake your time to look around, and write to the customer centre if you have a question.',
    },
    comp: {
      title: 'How you earn comp',
      contents:
        'You earn comp on what you stake in games. The rate differs from provider to provider, and fractions of a won are dropped.\n\nYou can exchange your comp on the comp page, one point for one won.',
    },
    exchangePassword: {
      title: 'Please change your exchange password from time to time',
      contents:
        'If your exchange password is a number that you use elsewhere too, it is safer to change it.\n\nThe operator never asks for a password. If a note or a call asks for yours, please tell the customer centre.',
    },
    limitsReminder: {
      title: 'Please look at your limits again',
      contents:
        'We ask once in six months. Please see on your own page, under limits, whether your limits of deposits, losses and playing time still suit you. If you have none, you can set them there.\n\nA lower limit applies at once.',
    },
    accountChanged: {
      title: 'Your account was changed',
      contents:
        'A password, your phone number or your bank account was changed, so withdrawals are on hold for your safety. The withdrawal page says when you can withdraw again.\n\nIf it was not you who asked for that, please tell the customer centre at once.',
    },
    newBrowser: {
      title: 'A log-in from a new browser',
      contents:
        'Somebody logged in from a browser that was not used in the last 90 days. My page shows under Security when and where from.\n\nIf it was not you, end all other log-ins there, change your password and tell the customer centre.',
    },
    wrongCodes: {
      title: 'Too many wrong log-in codes',
      contents:
        'Ten codes at your log-in were wrong within an hour, so none is taken for a while. Recovery codes still work.\n\nIf it was not you, somebody knows your password: please change it now.',
    },
    factorOff: {
      title: 'Two-step log-in was turned off',
      contents:
        'From now on your password alone logs you in.\n\nIf it was not you who turned it off, please change your password now and tell the customer centre.',
    },
    factorEnded: {
      title: 'Two-step log-in was ended as you asked',
      contents:
        'Withdrawals are on hold for your safety. The withdrawal page says when you can withdraw again.\n\nIf it was not you who asked for that, please tell the customer centre at once.',
    },
  },
  helpRequests: {
    bankAccount: {
      title: 'I would like to change my withdrawal account',
      contents: 'How can I change the account that I registered to one at another bank?',
    },
    maintenance: {
      title: 'When will Maru Tables open again?',
      contents: 'In the live casino, Maru Tables is shown as under maintenance. When can I use it again?',
    },
  },
  bankAccountAnswer:
    'Hello, this is the {{site}} customer centre.\n\nThe withdrawal account can only be changed to one in your own name. Please write to us here again with the new bank, the account number and the account holder. We will change it once we have checked it.\n\nUntil then, withdrawals go to the account that is registered now.',
  notices: {
    breaks: {
      title: 'How to take a break',
      contents:
        'Games are most enjoyable in moderation.\n\nIf you feel that you have been playing for long, take a break. The safer play page lists where to find help when you need it.',
    },
    depositAccount: {
      title: 'Please check the deposit account each time',
      contents:
        'The account to pay into may change without notice. Before you deposit, please ask for the account on the deposit page and check which one is in use.\n\nMoney sent to an earlier account may take time to be found.',
    },
    maintenance: {
      title: 'Regular maintenance',
      contents:
        'Regular maintenance takes place every Wednesday from 04:00 to 06:00, Seoul time.\n\nGames may not open for a while then. Your money and comp stay as they are, and you can go on as soon as it is done.',
    },
  },
  popup: {
    title: 'This site runs on play money',
    contents:
      'All money on this site is play money and cannot be turned into real money.\n\nDeposits and withdrawals are settled once they have been checked. Feel free to look around.',
  },
  accountRequest: { title: 'Account to pay into', contents: 'Please tell me the account to pay into.' },
  accountAnswer: 'This is an account for practice: send nothing. What you ask for is added to your balance shortly.',
  answer:
    'Hello, this is the {{site}} customer centre.\n\n{{answer}}\n\nThis site runs on play money, so this answer was sent automatically. If there is anything else, please write to us again.',
  answers: {
    withdrawal:
      'You can ask for a withdrawal on the withdrawal page, in steps of 10,000 won. The amount leaves your balance when you ask for it and is settled by itself shortly after. Its state is shown in your withdrawal history.',
    deposit:
      'You can ask for a deposit on the deposit page, in steps of 10,000 won. This site runs on play money, so there is nothing to pay: the amount is added to your balance shortly after you ask.',
    password:
      'Your password is yours alone, and it is kept in a form that we cannot read either. If you think somebody else knows it, log out on all devices and log in again.',
    games:
      'Providers under maintenance open again when it is done. If a game window closes, every round that was played still counts; what you staked and what you won is listed in your betting history.',
    other:
      'We have received what you wrote. Your balance and everything you have asked for can be seen on your own page at any time.',
  },
}
