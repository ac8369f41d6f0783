import type { Locale } from '~/i18n/locale'

export type CancelReason = 'given-up' | 'unfinished' | 'too-large' | 'member'

/** Reasons as members read them. */
export const cancelReasonTexts: Readonly<Record<Locale, Readonly<Record<CancelReason, string>>>> = {
  ko: {
    'given-up': '결제가 완료되지 않았습니다. 빠져나간 금액은 없습니다.',
    unfinished: '12시간 안에 결제가 완료되지 않았습니다. 빠져나간 금액은 없습니다.',
    'too-large': '보유 머니의 최대 한도를 초과하여 취소되었습니다.',
    member: '회원 취소',
  },
  en: {
    'given-up': "The payment wasn't completed. You weren't charged.",
    unfinished: "The payment wasn't completed within 12 hours. You weren't charged.",
    'too-large': 'This would have exceeded the maximum balance.',
    member: 'Canceled by you',
  },
  vn: {
    'given-up': 'Yêu cầu kết thúc khi chưa thanh toán. Không có khoản tiền nào bị trừ.',
    unfinished: 'Thanh toán không được hoàn tất trong 12 giờ. Không có khoản tiền nào bị trừ.',
    'too-large': 'Số dư của bạn sẽ vượt quá mức tối đa.',
    member: 'Bạn đã hủy yêu cầu này.',
  },
  jp: {
    'given-up': '決済されないまま終わりました。引き落としはありません。',
    unfinished: '12時間以内に決済がありませんでした。引き落としはありません。',
    'too-large': '保有できる上限額を超えるためです。',
    member: '会員ご本人によるキャンセル',
  },
  cn: {
    'given-up': '未付款即结束，没有扣除任何款项。',
    unfinished: '12小时内未完成支付，没有扣除任何款项。',
    'too-large': '余额将超过上限。',
    member: '会员本人取消',
  },
  th: {
    'given-up': 'รายการสิ้นสุดโดยไม่มีการชำระเงิน และไม่มีการหักเงิน',
    unfinished: 'ไม่มีการชำระเงินภายใน 12 ชั่วโมง และไม่มีการหักเงิน',
    'too-large': 'ยอดเงินของคุณจะเกินจำนวนสูงสุด',
    member: 'คุณยกเลิกรายการนี้',
  },
}
