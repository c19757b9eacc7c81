import type { ReactNode } from 'react'
import { Panel } from '../../../ui/panel.tsx'

/** Layout of a page with one short form. */
export function AuthFrame({ title, children }: { title: string; children: ReactNode }) {
  return (
    <div className="mx-auto mt-4 w-full max-w-sm md:mt-16">
      <h1 className="mb-4 text-xl font-semibold">{title}</h1>
      <Panel>{children}</Panel>
    </div>
  )
}
