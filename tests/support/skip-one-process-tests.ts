import { basename } from 'node:path'
import { beforeEach } from 'vitest'
import { whyOneProcess } from './one-process-tests.mjs'

/** In a run on replicas, skips the tests that ask for one process. */
beforeEach(({ task, skip }) => {
  const titles = [task.name]
  for (let { suite } = task; suite; suite = suite.suite) titles.push(suite.name)
  const why = whyOneProcess(basename(task.file.name, '.test.ts'), titles)
  if (why !== undefined) skip(why)
})
