import type { ReactNode } from 'react'
import { useSession } from '../../lib/current-session.ts'
import { ClientHome } from './client-home.tsx'
import { PublicHome } from './public-home.tsx'

/** @param decisions what waits for a client's word */
export default function HomePage({ decisions }: { decisions?: ReactNode }) {
  const { authenticated } = useSession()
  return authenticated ? <ClientHome decisions={decisions} /> : <PublicHome />
}
