import { render, screen } from '@testing-library/react'
import { Suspense, use } from 'react'
import { expect, test } from 'vitest'
import { loadOnce } from './load-once.ts'

function Part({ load }: { load: () => Promise<string> }) {
  return <p>{use(load())}</p>
}

test('loaded module is rendered at once without a fallback', async () => {
  const load = loadOnce(async () => 'Меню')
  await load()
  const drawn: string[] = []
  function Waiting() {
    drawn.push('waiting')
    return null
  }
  render(
    <Suspense fallback={<Waiting />}>
      <Part load={load} />
    </Suspense>,
  )
  expect(screen.getByText('Меню')).toBeTruthy()
  expect(drawn).toEqual([])
})

test('failed load is retried, and a successful one is cached', async () => {
  let attempts = 0
  const load = loadOnce(async () => {
    attempts += 1
    if (attempts === 1) throw new Error('offline')
    return attempts
  })
  await expect(load()).rejects.toThrow('offline')
  expect(await load()).toBe(2)
  expect(await load()).toBe(2)
})
