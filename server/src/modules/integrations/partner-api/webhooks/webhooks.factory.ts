import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Db } from '../../../../platform/db/index.ts'

/** Creates a webhook with a delivered message. */
export async function buildWebhook(db: Db, { contractorId, userId }: { contractorId: number; userId: number }) {
  const now = new Date('2026-11-17T08:00:00Z')
  const { id } = await db
    .insertInto('webhooks')
    .values({
      ...{ contractor_id: contractorId, name: 'Любой\r\nсайт', url: 'https://shop.example.ru/artikul', position: 0 },
      ...{ events: ['order.created'], secret: Buffer.alloc(60), next_try_at: now, created_at: now },
      ...{ actor_id: userId, subject_id: userId },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const message = await db
    .insertInto('webhook_messages')
    .values({
      ...{ webhook_id: id, type: 'order.created', label: '', body: '{}', state: 'delivered', created_at: now },
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return { id, messageId: message.id }
}

export interface ReceivedMessage {
  id: string
  headers: Record<string, string>
  body: string
  json: { type: string; version: number; timestamp: string; data: Record<string, unknown> }
}

/**
 * Starts a receiver of webhooks that answers with the status which `answer` returns; null leaves the answer to the
 * function that `onHeld` gets.
 */
export async function startReceiver(
  answer: (message: ReceivedMessage) => number | null = () => 204,
  onHeld: (respond: (status: number) => void) => void = () => undefined,
) {
  const received: ReceivedMessage[] = []
  const server = createServer((request, response) => {
    const chunks: Buffer[] = []
    request.on('data', (chunk: Buffer) => chunks.push(chunk))
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString()
      const headers = Object.fromEntries(Object.entries(request.headers).map(([name, value]) => [name, String(value)]))
      const message = {
        id: headers['webhook-id'] ?? '',
        headers,
        body,
        json: JSON.parse(body) as ReceivedMessage['json'],
      }
      const status = answer(message)
      if (status === null) {
        onHeld((later) => response.writeHead(later).end())
        return
      }
      if (status < 300) received.push(message)
      response.writeHead(status, { location: '/elsewhere' }).end(status === 204 ? undefined : `ответ ${status}`)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/webhooks?shop=1`,
    received,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
