import type { ReactNode } from 'react'
import { CookieNotice } from './cookie-notice.tsx'
import { Footer } from './footer.tsx'
import { Header } from './header.tsx'
import { OfflineBar } from './offline-bar.tsx'

/** Frame parts of signed-in users. */
export type MemberParts = Readonly<
  Record<'above' | 'search' | 'nav' | 'rail' | 'bar' | 'tools' | 'person' | 'below' | 'tour', ReactNode>
>

/** Frame of every page: header with the search, navigation, the page, and the footer with the manager. */
export function Shell({ member, children }: { member: MemberParts | null; children: ReactNode }) {
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        data-screen-only=""
        className="sr-only focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:z-[1200] focus:rounded-md focus:bg-surface focus:px-4 focus:py-2"
      >
        К содержанию
      </a>
      {member?.above}
      <Header member={member} />
      <div className="flex flex-1">
        {member?.rail}
        <div className="flex min-w-0 flex-1 flex-col">
          {member?.below}
          <OfflineBar />
          <main id="main" tabIndex={-1} className="flex-1 px-3 pt-3 pb-4 outline-none lg:px-5 lg:pt-4 print:p-0">
            {children}
          </main>
          <Footer />
        </div>
      </div>
      {member?.bar}
      <CookieNotice />
      {member?.tour}
    </div>
  )
}
