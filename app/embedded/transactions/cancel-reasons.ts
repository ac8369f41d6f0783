import type { Locale } from '~/i18n/locale'
import type { CancelReason } from './transaction'

/** What a member reads of why a transaction was cancelled. */
export const cancelReasonTexts: Readonly<Record<Locale, Readonly<Record<CancelReason, string>>>> = {
  ko: {
    'given-up': '결제하지 않은 채 끝났습니다. 빠져나간 돈은 없습니다.',
    unfinished: '12시간 안에 결제하지 않으셨습니다. 빠져나간 돈은 없습니다.',
    'too-large': '보유 머니가 가질 수 있는 가장 큰 금액을 넘게 됩니다.',
  },
  en: {
    'given-up': 'It ended unpaid. Nothing was taken.',
    unfinished: 'Nobody finished the payment within 12 hours. Nothing was taken.',
    'too-large': 'Your balance would have passed its maximum.',
  },
  vn: {
    'given-up': 'Yêu cầu kết thúc khi chưa thanh toán. Không có khoản tiền nào bị trừ.',
    unfinished: 'Thanh toán không được hoàn tất trong 12 giờ. Không có khoản tiền nào bị trừ.',
    'too-large': 'Số dư của bạn sẽ vượt quá mức tối đa.',
  },
  jp: {
    'given-up': '決済されないまま終わりました。引き落としはありません。',
    unfinished: '12時間以内に決済がありませんでした。引き落としはありません。',
    'too-large': '保有できる上限額を超えるためです。',
  },
  cn: {
    'given-up': '未付款即结束，没有扣除任何款项。',
    unfinished: '12小时内未完成支付，没有扣除任何款项。',
    'too-large': '余额将超过上限。',
  },
  th: {
    'given-up': 'รายการสิ้นสุดโดยไม่มีการชำระเงิน และไม่มีการหักเงิน',
    unfinished: 'ไม่มีการชำระเงินภายใน 12 ชั่วโมง และไม่มีการหักเงิน',
    'too-large': 'ยอดเงินของคุณจะเกินจำนวนสูงสุด',
  },
}
