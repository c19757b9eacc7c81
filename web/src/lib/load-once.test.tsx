import { render, screen } from '@testing-library/react'
import { Suspense, use } from 'react'
import { expect, test } from 'vitest'
import { loadOnce } from './load-once.ts'

function Part({ load }: { load: () => Promise<string> }) {
  return <p>{use(load())}</p>
}

test('what has been loaded is drawn at once, with nothing in its place before', async () => {
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

test('what has failed to load is loaded anew, and what has not is not', async () => {
  let asked = 0
  const load = loadOnce(async () => {
    asked += 1
    if (asked === 1) throw new Error('offline')
    return asked
  })
  await expect(load()).rejects.toThrow('offline')
  expect(await load()).toBe(2)
  expect(await load()).toBe(2)
})
