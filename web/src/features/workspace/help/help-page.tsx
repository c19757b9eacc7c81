import { getRouteApi, Link } from '@tanstack/react-router'
import { useHasRole, useSession } from '../../../lib/session/current-session.ts'
import { PageHeader } from '../../../ui/lists/list-page.tsx'
import { Panel } from '../../../ui/panel.tsx'
import { ManagerLink } from '../../../ui/text/manager-link.tsx'
import { Markdown } from '../../../ui/text/markdown.tsx'
import { GUIDES } from './guides.ts'

const page = getRouteApi('/help')

/** The guide of the user's role, one topic at a time. */
export default function HelpPage() {
  const { topic } = page.useSearch()
  const { user } = useSession()
  const isStaff = useHasRole('ArtikulOrderManager', 'ArtikulWarrantyManager')
  const topics = GUIDES[isStaff ? 'staff' : 'client']
  const shown = topics.find(({ title }) => title === topic) ?? topics[0]
  return (
    <>
      <PageHeader
        title="Помощь"
        subtitle={
          user?.manager && (
            <>
              Не нашли ответ? Ваш менеджер: <ManagerLink manager={user.manager} />
            </>
          )
        }
      />
      <div className="grid items-start gap-3 lg:grid-cols-[15rem_minmax(0,1fr)] lg:gap-4">
        <nav aria-label="Темы" className="flex gap-1 overflow-x-auto lg:sticky lg:top-18 lg:flex-col">
          {topics.map(({ title }) => (
            <Link
              key={title}
              to="/help"
              search={{ topic: title }}
              aria-current={title === shown?.title ? 'page' : undefined}
              className="flex min-h-9 flex-none items-center rounded-md px-3 py-1.5 text-sm text-text-2 max-lg:whitespace-nowrap hover:bg-group hover:text-text aria-[current=page]:bg-group aria-[current=page]:font-medium aria-[current=page]:text-text pointer-coarse:h-11"
            >
              {title}
            </Link>
          ))}
        </nav>
        {shown && (
          <Panel title={shown.title}>
            <div className="flex max-w-3xl flex-col gap-3">
              {shown.parts.map((part, index) =>
                'text' in part ? (
                  <Markdown key={index} text={part.text} />
                ) : (
                  <img
                    key={index}
                    src={part.picture}
                    alt={part.caption}
                    loading="lazy"
                    className="aspect-[16/10] w-full rounded-lg border border-hairline object-cover object-top"
                  />
                ),
              )}
            </div>
          </Panel>
        )}
      </div>
    </>
  )
}
