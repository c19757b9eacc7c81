import { useQuery } from '@tanstack/react-query'
import { QueryPanel } from '../../../ui/lists/query-panel.tsx'
import { ComingPanel } from './coming-panel.tsx'
import { todayQuery } from './home.api.ts'
import { LatePanel } from './late-panel.tsx'

/** «Опаздывают» and «Придёт сегодня», both from one query. */
export function TodayPanels() {
  const today = useQuery(todayQuery)
  if (!today.data)
    return (
      <QueryPanel query={today} title="Опаздывают и придёт сегодня">
        {() => null}
      </QueryPanel>
    )
  return (
    <>
      <LatePanel {...today.data.late} />
      <ComingPanel {...today.data.coming} />
    </>
  )
}
