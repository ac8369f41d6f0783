/** What the frame shows to members alone: the browser loads it with the first page of a member. */
export { HealthCheck } from './health-check'
export { MemberAside, MemberPanel } from './member-panel'
export { MemberStrip } from './member-strip'
export { SettledAlert } from './settled-alert'
