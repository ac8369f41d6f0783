import { index, layout, type RouteConfig, route } from '@react-router/dev/routes'

/** Every page, also those that only answer forms, whose errors are pages. */
const pages = [
  // Open to visitors.
  index('home/home.tsx'),
  route('login', 'account/login.tsx'),
  route('logout', 'account/logout.tsx'),
  route('register', 'account/register.tsx'),
  route('register/check', 'account/register-check.ts'),
  route('terms', 'pages/legal-document.tsx', { id: 'terms' }),
  route('privacy', 'pages/legal-document.tsx', { id: 'privacy' }),
  route('safer-play', 'pages/safer-play.tsx'),

  // For members; guarded by the parent's middleware.
  layout('pages/members-only.tsx', [
    route('deposit', 'cashier/deposit.tsx'),
    route('withdraw', 'cashier/withdraw.tsx'),
    route('comp', 'cashier/comp.tsx'),
    route('note', 'messages/notes.tsx'),
    route('notice', 'messages/notices.tsx'),
    route('help', 'messages/help.tsx'),
    route('documents', 'account/documents.tsx'),
    route('user', 'account/profile.tsx'),
    route('user/history.csv', 'account/history-csv.ts'),
    route('user/receipt', 'cashier/receipt-page.tsx'),
    route('casino', 'lobby/provider-lobby.tsx', { id: 'casino' }),
    route('sport', 'lobby/provider-lobby.tsx', { id: 'sport' }),
    route('slot', 'lobby/slot.tsx'),
    route('slot/game', 'lobby/provider-games.tsx'),
    route('game', 'lobby/launch-page.tsx'),
    route('favourite', 'lobby/favourite.ts'),
    route('reality-check', 'lobby/reality-check.tsx'),
    route('admin/error', 'pages/error-preview.tsx'),
  ]),

  // Form actions without a page.
  route('language', 'pages/preferences.ts', { id: 'language' }),
  route('theme', 'pages/preferences.ts', { id: 'theme' }),
  route('lite', 'pages/preferences.ts', { id: 'lite' }),
  route('popup', 'pages/preferences.ts', { id: 'popup' }),

  // Left out of builds.
  ...(import.meta.env.DEV ? [{ path: 'styleguide', file: 'styleguide/styleguide.tsx' }] : []),

  route('*', 'pages/not-found.tsx'),
]

export default [
  layout('pages/footer-data.tsx', pages),

  // For programs, not people.
  route('api/routes/:segment', 'api/api.ts'),
  route('art/:version/*', 'pages/artwork-picture.ts'),
  route('robots.txt', 'pages/robots.ts'),
  route('sitemap.xml', 'pages/sitemap.ts'),
  route('picture/1/*', 'pages/upstream-picture.ts'),
  route('brand/*', 'pages/brand-asset.ts'),
  route('house/callback/*', 'pages/embedded-machines.ts', { id: 'callbacks' }),
  route('house/desk/*', 'pages/embedded-machines.ts', { id: 'desk' }),
  route('house/*', 'pages/embedded-pages.ts'),
  route('healthz', 'pages/healthz.ts'),
  route('readyz', 'pages/readyz.ts'),
  route('metrics', 'pages/metrics.ts'),
] satisfies RouteConfig
