import type { Locale } from '~/i18n/locale'
import type { CancelReason } from './movement'

/** What a member reads of why a movement was cancelled. */
export const cancelReasonTexts: Readonly<Record<Locale, Readonly<Record<CancelReason, string>>>> = {
  ko: {
    'given-up': '결제 화면에서 그만두셨습니다.',
    unfinished: '12시간 안에 결제하지 않으셔서 취소되었습니다. 빠져나간 돈은 없습니다.',
    'too-large': '가질 수 있는 가장 큰 금액을 넘게 되어 취소되었습니다.',
  },
  en: {
    'given-up': 'You gave it up on the payment page.',
    unfinished: 'Nobody finished the payment within 12 hours. Nothing was taken.',
    'too-large': 'Your balance would have passed its maximum.',
  },
  vn: {
    'given-up': 'Bạn đã dừng lại trên trang thanh toán.',
    unfinished: 'Thanh toán không được hoàn tất trong 12 giờ. Không có khoản tiền nào bị trừ.',
    'too-large': 'Số dư của bạn sẽ vượt quá mức tối đa.',
  },
  jp: {
    'given-up': 'お支払い画面で取りやめました。',
    unfinished: '12時間以内にお支払いがなかったため取り消されました。引き落としはありません。',
    'too-large': '保有できる上限額を超えるため取り消されました。',
  },
  cn: {
    'given-up': '您已在支付页面取消。',
    unfinished: '12小时内未完成支付，已取消。没有扣除任何款项。',
    'too-large': '余额将超过上限，因此已取消。',
  },
  th: {
    'given-up': 'คุณยกเลิกในหน้าชำระเงิน',
    unfinished: 'ไม่มีการชำระเงินภายใน 12 ชั่วโมง รายการจึงถูกยกเลิก และไม่มีการหักเงิน',
    'too-large': 'ยอดเงินของคุณจะเกินจำนวนสูงสุด รายการจึงถูกยกเลิก',
  },
}
