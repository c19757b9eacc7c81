import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { useTestApp } from '../../testing/test-app.ts'
import { migrate } from './migrate.ts'

const test_ = useTestApp()

test('column added to a filled table has statistics at once', async () => {
  const { sql } = test_.database
  await sql`truncate migrations`
  const dir = await mkdtemp(join(tmpdir(), 'migrations-'))
  try {
    await writeFile(
      join(dir, '0001_filled.sql'),
      'create table filled (id integer); insert into filled select generate_series(1, 1000);',
    )
    await migrate(sql, dir)
    await sql`analyze filled`
    await writeFile(join(dir, '0002_column.sql'), 'alter table filled add column replaces_id integer;')
    expect(await migrate(sql, dir)).toEqual(['0002_column.sql'])
  } finally {
    await rm(dir, { recursive: true })
  }
  const stats = await sql`select attname, null_frac from pg_stats where tablename = 'filled' order by attname`
  expect(stats).toEqual([
    { attname: 'id', null_frac: 0 },
    { attname: 'replaces_id', null_frac: 1 },
  ])
})

test('failed migration reports its own error and leaves nothing behind', async () => {
  const { sql } = test_.database
  const dir = await mkdtemp(join(tmpdir(), 'migrations-'))
  try {
    await writeFile(join(dir, '0001_broken.sql'), 'create table half (id integer); select * from nowhere;')
    await sql`truncate migrations`
    await expect(migrate(sql, dir)).rejects.toThrow('relation "nowhere" does not exist')
    await writeFile(join(dir, '0001_broken.sql'), 'create table half (id integer);')
    expect(await migrate(sql, dir)).toEqual(['0001_broken.sql'])
  } finally {
    await rm(dir, { recursive: true })
  }
})
