/** Long words of each language, by its tag: what breaks a layout first. */
export const samples = {
  ko: {
    button: '결제 화면에서 계속하기',
    label: '환전 비밀번호 확인',
    sentence: '입금이 확인되면 보유 머니에 더해집니다. 다시 신청하지 않으셔도 됩니다.',
    name: '황금 도깨비의 마을 잔치',
  },
  en: {
    button: 'Request a withdrawal',
    label: 'Confirm your exchange password',
    sentence: 'It is added to your money once the deposit is confirmed. You need not send it again.',
    name: 'The Golden Goblin’s Neighbourhood Festivities',
  },
  vi: {
    button: 'Yêu cầu rút tiền',
    label: 'Nhập lại mật khẩu rút tiền',
    sentence: 'Số tiền được cộng sau khi khoản nạp được xác nhận. Bạn không cần gửi lại.',
    name: 'Lễ hội làng của yêu tinh vàng',
  },
  th: {
    button: 'ส่งคำขอถอนเงินอีกครั้ง',
    label: 'ยืนยันรหัสผ่านสำหรับถอนเงิน',
    sentence: 'ระบบจะเพิ่มยอดเงินเมื่อยืนยันการฝากแล้ว ไม่ต้องส่งคำขอซ้ำ',
    name: 'งานฉลองหมู่บ้านของก๊อบลินทองคำ',
  },
  ja: {
    button: 'カスタマーセンターに問い合わせる',
    label: '出金パスワード（再入力）',
    sentence:
      '入金が\u200B確認されると、\u200B保有マネーに\u200B加算されます。\u200Bもう一度\u200B申請する\u200B必要はありません。',
    name: 'ゴールデンゴブリンフェスティバル',
  },
  zh: {
    button: '前往支付页面继续操作',
    label: '再次输入取款密码',
    sentence: '存款确认后将计入您的余额，无需重复提交申请。',
    name: '黄金小妖的村庄庆典',
  },
} as const
