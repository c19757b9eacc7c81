import { useSession } from '../../lib/current-session.ts'
import { PageHeader } from '../../ui/list-page.tsx'
import { OwnData } from './own-data.tsx'

export default function ProfilePage() {
  const { user } = useSession()
  if (!user) return null
  return (
    <>
      <PageHeader title="Профиль" subtitle={user.login} />
      {/* What the server made of the saved values is what the form begins from next. */}
      <OwnData key={`${user.full_name} ${user.phone} ${user.email}`} user={user} />
    </>
  )
}
