/** The members' part of the shell, which the browser loads with a member's first page. */

export { HelpCard } from '~/components/help-lines'
export { MemberStrip } from './bars/member-strip'
export { NewsCount } from './bars/news-count'
export { MemberAside } from './drawers/member-panel'
export { HealthCheck } from './health-check'
