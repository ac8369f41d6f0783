/** What the Secret or the files of a deployment hold, in the form that the settings ask for. */
export const secretsOfDeployment = {
  SESSION_SECRET: 's'.repeat(32),
  DATABASE_URL: 'postgres://madang:secret@database:5432/madang',
  REDIS_URL: 'redis://:secret@redis:6379',
  BACKOFFICE_TOKEN: 'd'.repeat(32),
  METRICS_TOKEN: 'm'.repeat(32),
}
