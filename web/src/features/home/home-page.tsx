import type { ReactNode } from 'react'
import { useSession } from '../../lib/current-session.ts'
import { ClientHome } from './client-home.tsx'
import { PublicHome } from './public-home.tsx'

interface Props {
  /** What waits for a client's word. */
  decisions?: ReactNode
  /** The newest of them. */
  news?: ReactNode
}

export default function HomePage({ decisions, news }: Props) {
  const { authenticated } = useSession()
  return authenticated ? <ClientHome decisions={decisions} news={news} /> : <PublicHome news={news} />
}
