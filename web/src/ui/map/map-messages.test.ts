import { expect, test } from 'vitest'
import { FromFrame, readMessage } from './map-messages.ts'

const FROM = { source: window, origin: 'https://portal.example.test' }
const MESSAGE = { type: 'map.selected', id: 3 }

const sent = (init: Partial<MessageEventInit>) =>
  new MessageEvent('message', { data: MESSAGE, origin: FROM.origin, source: window, ...init })

test('message of the map frame is read', () => {
  expect(readMessage(FromFrame, sent({}), FROM)).toEqual(MESSAGE)
})

test('message from another origin, another window or a missing frame is refused', () => {
  expect(readMessage(FromFrame, sent({ origin: 'https://evil.example.test' }), FROM)).toBeNull()
  expect(readMessage(FromFrame, sent({ source: null }), FROM)).toBeNull()
  expect(readMessage(FromFrame, sent({ source: null }), { ...FROM, source: null })).toBeNull()
})

test('message of a wrong shape is refused', () => {
  for (const data of [null, 'map.selected', { type: 'map.selected', id: '3' }, { type: 'other' }])
    expect(readMessage(FromFrame, sent({ data }), FROM)).toBeNull()
  const coordinates = [37.6, 155.7]
  expect(readMessage(FromFrame, sent({ data: { type: 'map.picked', coordinates } }), FROM)).toBeNull()
})
