import type { Locale } from '~/i18n/locale'
import { stored } from '~/values/status'

export type CancelReason = 'given-up' | 'unfinished' | 'too-large' | 'member'
/** `paid-apart`: its money became a deposit of its own; `returned`: it was such a deposit (`settlePaymentDeposit`). */
export type ShownReason = CancelReason | 'paid-apart' | 'returned'

/** SQL: whether a row of `movements` is money that its deposit could not get. Request codes have no blank. */
export const isOwnDeposit = "coalesce(code like 'paid %', false)"

/** SQL: the `ShownReason` of a row of `movements`. */
export const shownReason = `case
  when state = '${stored.cancelled}' and reason is null and ${isOwnDeposit} then 'returned'
  when (reason in ('given-up', 'unfinished') or (state = '${stored.cancelled}' and reason is null and method = 'bank')) and exists (select from movements own
    where own.member_id = movements.member_id and own.kind = 'deposit' and own.id > movements.id
      and own.code like 'paid % ' || movements.id) then 'paid-apart'
  else reason end as reason`

/** Reasons as members read them. */
export const cancelReasonTexts: Readonly<Record<Locale, Readonly<Record<ShownReason, string>>>> = {
  ko: {
    'given-up': '결제가 완료되지 않았습니다. 빠져나간 금액은 없습니다.',
    unfinished: '12시간 안에 결제가 확인되지 않았습니다. 이미 결제하셨다면 확인한 뒤 입금하거나 돌려드립니다.',
    'paid-apart': '결제하신 금액은 별도의 입금으로 처리합니다. 이용 내역에서 확인해 주세요.',
    returned: '결제하신 금액은 결제하신 방법으로 돌려드립니다.',
    'too-large': '보유 머니의 최대 한도를 초과하여 취소되었습니다.',
    member: '회원 취소',
  },
  en: {
    'given-up': "The payment wasn't completed. You weren't charged.",
    unfinished:
      "We didn't receive your payment within 12 hours. If you've already paid, we'll credit or return the money once we've confirmed it.",
    'paid-apart': 'Your payment is listed as a separate deposit. You can find it in your history.',
    returned: "We'll return the money the way you paid.",
    'too-large': 'This would have exceeded the maximum balance.',
    member: 'Canceled by you',
  },
  vn: {
    'given-up': 'Yêu cầu kết thúc khi chưa thanh toán. Không có khoản tiền nào bị trừ.',
    unfinished:
      'Chúng tôi không nhận được thanh toán trong 12 giờ. Nếu bạn đã thanh toán, chúng tôi sẽ cộng tiền hoặc hoàn lại sau khi xác nhận.',
    'paid-apart': 'Khoản bạn đã thanh toán được ghi thành một lần nạp tiền riêng. Hãy xem trong lịch sử.',
    returned: 'Chúng tôi sẽ hoàn tiền theo cách bạn đã thanh toán.',
    'too-large': 'Số dư của bạn sẽ vượt quá mức tối đa.',
    member: 'Bạn đã hủy yêu cầu này.',
  },
  jp: {
    'given-up': '決済されないまま終わりました。引き落としはありません。',
    unfinished:
      '12時間以内に決済を確認できませんでした。すでにお支払い済みの場合は、確認後に入金または返金いたします。',
    'paid-apart': 'お支払いいただいた金額は、別の入金として処理いたします。履歴をご確認ください。',
    returned: 'お支払いいただいた方法で返金いたします。',
    'too-large': '保有できる上限額を超えるためです。',
    member: '会員ご本人によるキャンセル',
  },
  cn: {
    'given-up': '未付款即结束，没有扣除任何款项。',
    unfinished: '12小时内未收到付款。如您已付款，我们确认后会为您入账或退款。',
    'paid-apart': '您支付的款项已作为另一笔存款处理，请在记录中查看。',
    returned: '款项将按原支付方式退回。',
    'too-large': '余额将超过上限。',
    member: '会员本人取消',
  },
  th: {
    'given-up': 'รายการสิ้นสุดโดยไม่มีการชำระเงิน และไม่มีการหักเงิน',
    unfinished: 'เราไม่ได้รับการชำระเงินภายใน 12 ชั่วโมง หากคุณชำระเงินแล้ว เราจะเติมเงินหรือคืนเงินให้หลังจากตรวจสอบ',
    'paid-apart': 'เงินที่คุณชำระถูกบันทึกเป็นรายการฝากแยกต่างหาก โปรดดูในประวัติ',
    returned: 'เราจะคืนเงินผ่านช่องทางที่คุณใช้ชำระ',
    'too-large': 'ยอดเงินของคุณจะเกินจำนวนสูงสุด',
    member: 'คุณยกเลิกรายการนี้',
  },
}
