// Written by bin/copy-icons.mjs from lucide-static 1.62.0. Do not edit by hand.
//
// Lucide, ISC License. Copyright (c) 2026 Lucide Icons and Contributors
// Permission to use, copy, modify, and/or distribute this software for any purpose with or without fee is hereby
// granted, provided that the above copyright notice and this permission notice appear in all copies.
// THE SOFTWARE IS PROVIDED "AS IS" AND THE AUTHOR DISCLAIMS ALL WARRANTIES WITH REGARD TO THIS SOFTWARE INCLUDING ALL
// IMPLIED WARRANTIES OF MERCHANTABILITY AND FITNESS. IN NO EVENT SHALL THE AUTHOR BE LIABLE FOR ANY SPECIAL, DIRECT,
// INDIRECT, OR CONSEQUENTIAL DAMAGES OR ANY DAMAGES WHATSOEVER RESULTING FROM LOSS OF USE, DATA OR PROFITS, WHETHER IN
// AN ACTION OF CONTRACT, NEGLIGENCE OR OTHER TORTIOUS ACTION, ARISING OUT OF OR IN CONNECTION WITH THE USE OR
// PERFORMANCE OF THIS SOFTWARE.
//
// Some of them come from Feather, MIT License. Copyright (c) 2013-present Cole Bemis
// Permission is hereby granted, free of charge, to any person obtaining a copy of this software and associated
// documentation files (the "Software"), to deal in the Software without restriction, including without limitation the
// rights to use, copy, modify, merge, publish, distribute, sublicense, and/or sell copies of the Software, and to
// permit persons to whom the Software is furnished to do so, subject to the following conditions: The above copyright
// notice and this permission notice shall be included in all copies or substantial portions of the Software.
// THE SOFTWARE IS PROVIDED "AS IS", WITHOUT WARRANTY OF ANY KIND, EXPRESS OR IMPLIED, INCLUDING BUT NOT LIMITED TO THE
// WARRANTIES OF MERCHANTABILITY, FITNESS FOR A PARTICULAR PURPOSE AND NONINFRINGEMENT. IN NO EVENT SHALL THE AUTHORS
// OR COPYRIGHT HOLDERS BE LIABLE FOR ANY CLAIM, DAMAGES OR OTHER LIABILITY, WHETHER IN AN ACTION OF CONTRACT, TORT OR
// OTHERWISE, ARISING FROM, OUT OF OR IN CONNECTION WITH THE SOFTWARE OR THE USE OR OTHER DEALINGS IN THE SOFTWARE.

/** An icon in icons.svg. */
export type IconName =
  | 'bell'
  | 'check'
  | 'cherry'
  | 'chevron-down'
  | 'chevron-left'
  | 'chevron-right'
  | 'circle-alert'
  | 'circle-arrow-up'
  | 'circle-check'
  | 'circle-plus'
  | 'circle-question-mark'
  | 'coffee'
  | 'corner-down-left'
  | 'download'
  | 'external-link'
  | 'eye'
  | 'eye-off'
  | 'feather'
  | 'globe'
  | 'headset'
  | 'heart'
  | 'info'
  | 'log-in'
  | 'log-out'
  | 'mail'
  | 'menu'
  | 'message-circle-question-mark'
  | 'moon'
  | 'receipt-text'
  | 'search'
  | 'shield-check'
  | 'spade'
  | 'sun'
  | 'ticket-check'
  | 'trash-2'
  | 'triangle-alert'
  | 'user-round'
  | 'user-round-plus'
  | 'volleyball'
  | 'wallet'
  | 'wrench'
  | 'x'
