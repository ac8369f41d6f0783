/** The members' part of the shell, which the browser loads with a member's first page. */

export { MemberStrip } from './bars/member-strip'
export { NewsCount } from './bars/news-count'
export { MemberAside } from './drawers/member-panel'
export { ExcludedProblem } from './excluded-page'
export { HealthCheck } from './health-check'
