import { pageTextRoutes, type TextPage as Page } from '@artikul/contract/site/page-texts'
import { PUBLIC_PAGES } from '@artikul/contract/site/page-head'
import { IconFileText, IconPencil } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { useSession } from '../../../lib/session/current-session.ts'
import { isHidden, usePortal } from '../../../lib/page/portal.ts'
import { momentDay } from '../../../lib/text/format.ts'
import { hasRole } from '../../../lib/session/guard.ts'
import { rolesOf } from '../../../lib/session/session.ts'
import { buttonClass } from '../../../ui/button.tsx'
import { EmptyState } from '../../../ui/states/empty-state.tsx'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { QueryFallback } from '../../../ui/states/not-loaded.tsx'
import { PendingPage } from '../../../ui/states/page-states.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { RichTextView } from '../../../ui/text/rich-text.tsx'
import { query } from '../../../lib/api/query.ts'

/** A page whose whole text is edited by staff on screen. */
export default function TextPage({ page }: { page: Page }) {
  const { user } = useSession()
  const portal = usePortal()
  const { data, error, refetch } = useQuery(query(pageTextRoutes.get, { params: { page } }))
  const mayWrite = hasRole(rolesOf(user), ['ArtikulOrderManager'])
  return (
    <div className="mx-auto max-w-2xl">
      <PageHeader
        title={PUBLIC_PAGES[`/${page}`].title}
        actions={
          mayWrite && (
            <Link to={`/${page}/edit`} className={buttonClass()}>
              <IconPencil size={16} aria-hidden="true" />
              Изменить текст
            </Link>
          )
        }
      />
      {!data && (
        <QueryFallback error={error} onRetry={refetch}>
          <PendingPage />
        </QueryFallback>
      )}
      {data?.body === '' && (
        <EmptyState
          icon={<IconFileText size={32} stroke={1.5} />}
          title="Текст скоро появится"
          text={mayWrite ? 'Напишите его: страницу увидят все.' : 'А пока ответим по телефону или почте.'}
          action={
            !isHidden('/contacts', portal) && (
              <Link to="/contacts" className={buttonClass()}>
                Контакты
              </Link>
            )
          }
        />
      )}
      {data && data.body !== '' && (
        <Panel className="print:border-0">
          <RichTextView parts={data.parts} />
          {mayWrite && data.changed_at && (
            <p className="mt-4 text-xs text-text-2" data-screen-only="">
              Версия {data.version} от {momentDay(data.changed_at)}
            </p>
          )}
        </Panel>
      )}
    </div>
  )
}
