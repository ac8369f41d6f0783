import type { MessageTexts } from './shape'

export const vn: MessageTexts = {
  notes: {
    welcome: {
      title: 'Chào mừng bạn đến với {{site}}',
      contents:
        'Cảm ơn bạn đã đăng ký.\n\nToàn bộ tiền ở đây là tiền chơi thử. Yêu cầu nạp và rút được xử lý sau khi kiểm tra và không có giao dịch tiền thật.\n\nMời bạn thong thả xem qua, nếu có thắc mắc vui lòng gửi đến bộ phận hỗ trợ.',
    },
    comp: {
      title: 'Cách tích lũy comp',
      contents:
        'Comp được tích lũy theo số tiền bạn đặt cược trong trò chơi. Tỷ lệ khác nhau tùy nhà cung cấp, phần lẻ dưới 1 won được bỏ qua.\n\nBạn có thể đổi comp đã tích lũy tại trang Đổi comp, 1 comp đổi được 1 won.',
    },
    withdrawalPassword: {
      title: 'Vui lòng đổi mật khẩu rút tiền định kỳ',
      contents:
        'Nếu mật khẩu rút tiền trùng với số bạn dùng ở nơi khác, đổi sang số khác sẽ an toàn hơn.\n\nNhà điều hành không bao giờ hỏi mật khẩu. Nếu bạn nhận được thư hoặc cuộc gọi hỏi mật khẩu, vui lòng báo cho bộ phận hỗ trợ.',
    },
    limitsReminder: {
      title: 'Vui lòng xem lại hạn mức của bạn',
      contents:
        'Sáu tháng một lần chúng tôi hỏi bạn. Vui lòng xem trong trang của mình, mục hạn mức, liệu hạn mức nạp, hạn mức thua và thời gian chơi còn phù hợp không. Nếu chưa đặt, bạn có thể đặt tại đó.\n\nHạn mức thấp hơn có hiệu lực ngay.',
    },
    accountChanged: {
      titles: {
        login: 'Mật khẩu đăng nhập của bạn đã thay đổi',
        exchange: 'Mật khẩu rút tiền của bạn đã thay đổi',
        phone: 'Số điện thoại của bạn đã thay đổi',
        bank: 'Tài khoản rút tiền của bạn đã thay đổi',
      },
      contents:
        'Để bảo vệ bạn, việc rút tiền tạm dừng trong 24 giờ kể từ khi thay đổi. Trang rút tiền cho biết khi nào bạn có thể rút tiền lại.\n\nNếu bạn không thực hiện thay đổi này, vui lòng báo ngay cho bộ phận hỗ trợ.',
    },
    newBrowser: {
      title: 'Đăng nhập từ trình duyệt mới',
      contents:
        'Có lượt đăng nhập từ trình duyệt không được dùng trong 90 ngày qua. Mục Bảo mật trong trang của bạn cho biết thời gian và nơi đăng nhập.\n\nNếu không phải bạn, hãy kết thúc mọi lượt đăng nhập khác tại đó, đổi mật khẩu và báo cho bộ phận hỗ trợ.',
    },
    wrongCodes: {
      title: 'Mã đăng nhập sai quá nhiều lần',
      contents:
        'Mã đăng nhập của bạn đã sai mười lần trong một giờ nên tạm thời không được nhận. Mã khôi phục vẫn dùng được.\n\nNếu không phải bạn, có người biết mật khẩu của bạn: hãy đổi ngay.',
    },
    factorOff: {
      title: 'Đã tắt xác thực hai bước',
      contents:
        'Từ nay chỉ cần mật khẩu là đăng nhập được.\n\nNếu bạn không tự tắt, hãy đổi mật khẩu ngay và báo cho bộ phận hỗ trợ.',
    },
    factorEnded: {
      title: 'Đã gỡ xác thực hai bước theo yêu cầu của bạn',
      contents:
        'Việc rút tiền tạm dừng để bảo vệ bạn. Trang rút tiền cho biết khi nào bạn có thể rút tiền lại.\n\nNếu bạn không yêu cầu, vui lòng báo ngay cho bộ phận hỗ trợ.',
    },
  },
  helpRequests: {
    bankAccount: {
      title: 'Tôi muốn đổi tài khoản rút tiền',
      contents: 'Tôi phải làm thế nào để đổi tài khoản đã đăng ký sang tài khoản ở ngân hàng khác?',
    },
    maintenance: {
      title: 'Khi nào Maru Tables mở lại?',
      contents: 'Ở casino trực tiếp, Maru Tables đang hiển thị là bảo trì. Khi nào tôi có thể chơi lại?',
    },
  },
  bankAccountAnswer:
    'Xin chào, đây là bộ phận hỗ trợ của {{site}}.\n\nTài khoản rút tiền chỉ có thể đổi sang tài khoản đứng tên bạn. Vui lòng gửi lại tại đây tên ngân hàng mới, số tài khoản và chủ tài khoản, chúng tôi sẽ kiểm tra rồi thay đổi.\n\nCho đến khi đó, tiền được rút về tài khoản đang đăng ký.',
  notices: {
    breaks: {
      title: 'Hướng dẫn tạm nghỉ',
      contents:
        'Trò chơi vui nhất khi có chừng mực.\n\nNếu cảm thấy mình đã chơi lâu, bạn hãy tạm nghỉ. Trang Chơi an toàn có danh sách những nơi bạn có thể liên hệ khi cần giúp đỡ.',
    },
    depositAccount: {
      title: 'Vui lòng kiểm tra tài khoản nạp tiền mỗi lần yêu cầu',
      contents:
        'Tài khoản nạp tiền có thể thay đổi mà không báo trước. Trước khi nạp, vui lòng nhấn Hỏi số tài khoản tại trang Nạp tiền để kiểm tra tài khoản đang dùng.\n\nTiền gửi vào tài khoản cũ có thể cần thời gian để xác nhận.',
    },
    maintenance: {
      title: 'Thông báo bảo trì định kỳ',
      contents:
        'Bảo trì định kỳ diễn ra vào thứ Tư hằng tuần từ 04:00 đến 06:00 (giờ Seoul).\n\nTrong thời gian này trò chơi có thể tạm thời không mở được. Tiền và comp của bạn được giữ nguyên, và bạn có thể chơi tiếp ngay khi bảo trì xong.',
    },
  },
  popup: {
    title: 'Trang này dùng tiền chơi thử',
    contents:
      'Toàn bộ tiền trên trang này là tiền chơi thử và không thể đổi thành tiền thật.\n\nYêu cầu nạp và rút được xử lý sau khi kiểm tra. Mời bạn thoải mái xem qua.',
  },
  accountRequest: { title: 'Hỏi tài khoản nạp tiền', contents: 'Vui lòng cho tôi biết tài khoản để nạp tiền.' },
  accountAnswer: 'Đây là tài khoản tập, đừng gửi tiền thật. Số tiền bạn yêu cầu sẽ sớm được cộng vào số dư.',
  answer:
    'Xin chào, đây là bộ phận hỗ trợ của {{site}}.\n\n{{answer}}\n\nTrang này dùng tiền chơi thử nên câu trả lời này được gửi tự động. Nếu còn thắc mắc, vui lòng gửi câu hỏi mới.',
  answers: {
    withdrawal:
      'Bạn có thể yêu cầu rút tiền tại trang Rút tiền theo bội số của 10.000 won. Khi yêu cầu, số tiền được trừ khỏi số dư và được xử lý tự động sau giây lát. Trạng thái hiển thị trong lịch sử rút tiền.',
    deposit:
      'Bạn có thể yêu cầu nạp tiền tại trang Nạp tiền theo bội số của 10.000 won. Trang này dùng tiền chơi thử nên bạn không phải chuyển tiền thật, số tiền được cộng vào số dư sau giây lát.',
    password:
      'Chỉ riêng bạn được biết mật khẩu, và chúng tôi lưu giữ ở dạng mà chính chúng tôi cũng không đọc được. Nếu bạn cho rằng người khác biết mật khẩu, hãy đổi mật khẩu ngay; các thiết bị khác sẽ tự động đăng xuất.',
    games:
      'Nhà cung cấp đang bảo trì sẽ mở lại khi bảo trì xong. Dù cửa sổ trò chơi bị đóng, kết quả các ván đã chơi vẫn được tính; số tiền cược và số tiền thắng có trong lịch sử trò chơi của bạn.',
    other:
      'Chúng tôi đã nhận được nội dung bạn gửi. Bạn có thể xem số dư và các yêu cầu của mình bất cứ lúc nào tại trang Tài khoản.',
  },
}
