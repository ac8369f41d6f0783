import type { Locale } from '~/i18n/locale'
import { stored } from '~/values/status'

export type CancelReason = 'given-up' | 'unfinished' | 'too-large' | 'member'
/** `paid-apart`: the money became a separate deposit (`settlePaymentDeposit`). `returned`: such a deposit went back. */
export type ShownReason = CancelReason | 'paid-apart' | 'returned'

/** SQL: whether a row of `movements` is such a separate deposit. Request codes contain no space. */
export const isSeparateDeposit = "coalesce(code like 'paid %', false)"

/** SQL: the `ShownReason` of a row of `movements`. */
export const shownReason = `case
  when state = '${stored.cancelled}' and reason is null and ${isSeparateDeposit} then 'returned'
  when (reason in ('given-up', 'unfinished') or (state = '${stored.cancelled}' and reason is null and method = 'bank')) and exists (select from movements own
    where own.member_id = movements.member_id and own.kind = 'deposit' and own.id > movements.id
      and own.code like 'paid % ' || movements.id) then 'paid-apart'
  else reason end as reason`

/** The reasons that members see. */
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
    'given-up': 'Thanh toán chưa hoàn tất. Không có khoản tiền nào bị trừ.',
    unfinished:
      'Chưa xác nhận được thanh toán trong 12 giờ. Nếu bạn đã thanh toán, chúng tôi sẽ cộng vào số dư hoặc hoàn tiền sau khi kiểm tra.',
    'paid-apart': 'Số tiền bạn đã thanh toán được xử lý thành một lần nạp tiền riêng. Vui lòng xem trong lịch sử.',
    returned: 'Chúng tôi sẽ hoàn tiền theo cách bạn đã thanh toán.',
    'too-large': 'Yêu cầu đã bị hủy vì vượt quá số dư tối đa.',
    member: 'Thành viên đã hủy.',
  },
  jp: {
    'given-up': '決済が完了しませんでした。引き落とされた金額はありません。',
    unfinished:
      '12時間以内に決済を確認できませんでした。すでにお支払い済みの場合は、確認後に残高へ反映するか、返金いたします。',
    'paid-apart': 'お支払いいただいた金額は、別の入金として処理いたします。利用履歴をご確認ください。',
    returned: 'お支払いいただいた金額は、お支払いの方法で返金いたします。',
    'too-large': '残高の上限額を超えるため、取り消されました。',
    member: '会員ご本人が取り消しました。',
  },
  cn: {
    'given-up': '付款未完成，没有扣除任何款项。',
    unfinished: '12小时内未能确认付款。如果您已付款，我们确认后会计入您的余额或退款。',
    'paid-apart': '您支付的款项作为另一笔存款处理，请在使用记录中查看。',
    returned: '您支付的款项将按原支付方式退回。',
    'too-large': '因超过余额上限，已取消。',
    member: '会员已取消。',
  },
  th: {
    'given-up': 'การชำระเงินไม่เสร็จสิ้น ไม่มีการหักเงิน',
    unfinished: 'ยังยืนยันการชำระเงินไม่ได้ภายใน 12 ชั่วโมง หากคุณชำระเงินแล้ว เราจะเพิ่มในยอดเงินหรือคืนเงินให้หลังตรวจสอบ',
    'paid-apart': 'เงินที่คุณชำระจะดำเนินการเป็นรายการฝากแยกต่างหาก กรุณาตรวจสอบในประวัติการใช้งาน',
    returned: 'เราจะคืนเงินที่คุณชำระผ่านช่องทางที่ใช้ชำระ',
    'too-large': 'ยกเลิกเนื่องจากเกินยอดเงินสูงสุด',
    member: 'สมาชิกยกเลิกรายการนี้',
  },
}
