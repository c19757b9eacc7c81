import { portalSettingsRoutes } from '@artikul/contract/platform/portal-settings'
import { logoPath } from '@artikul/contract/site/page-head'
import { IconTrash, IconUpload } from '@tabler/icons-react'
import { useRef } from 'react'
import { messageOf } from '../../../lib/api/api-error.ts'
import { useApiMutation } from '../../../lib/api/use-api-mutation.ts'
import { showPortal } from '../../../lib/page/portal.ts'
import { Button } from '../../../ui/button.tsx'
import { toast } from '../../../ui/hints/toast.ts'
import { IconButton } from '../../../ui/icon-button.tsx'

/** Logo in place of the mark in the header; it applies as soon as it is uploaded. */
export function LogoField({ logo, mayWrite }: { logo: string | null; mayWrite: boolean }) {
  const input = useRef<HTMLInputElement>(null)
  const settings = {
    invalidates: ['portal-settings'] as const,
    onError: (error: Error) => toast({ severity: 'error', summary: 'Логотип не сохранён', detail: messageOf(error) }),
  }
  const add = useApiMutation(portalSettingsRoutes.addLogo, {
    ...settings,
    onSuccess: ({ hash }) => showPortal({ logo: hash }),
  })
  const remove = useApiMutation(portalSettingsRoutes.removeLogo, {
    ...settings,
    onSuccess: () => showPortal({ logo: null }),
  })
  return (
    <div role="group" aria-labelledby="portal-logo" className="flex flex-col gap-1">
      <p id="portal-logo" className="text-sm font-medium">
        Логотип
      </p>
      <div className="flex flex-wrap items-center gap-2">
        {logo !== null && (
          <span className="grid h-11 place-items-center rounded-md border border-hairline bg-white px-2">
            <img src={logoPath(logo)} alt="Логотип портала" className="max-h-8 max-w-28 object-contain" />
          </span>
        )}
        {mayWrite && (
          <>
            <input
              ref={input}
              type="file"
              accept="image/png,image/jpeg,image/webp"
              aria-label="Логотип, файл"
              hidden
              onChange={({ target }) => {
                const [file] = target.files ?? []
                if (file) add.mutate({ file })
                // The same file may be chosen again.
                target.value = ''
              }}
            />
            <Button icon={<IconUpload size={16} />} busy={add.isPending} onClick={() => input.current?.click()}>
              {logo === null ? 'Загрузить' : 'Заменить'}
            </Button>
          </>
        )}
        {mayWrite && logo !== null && (
          <IconButton label="Убрать логотип" icon={<IconTrash size={16} />} onClick={() => remove.mutate(undefined)} />
        )}
        {!mayWrite && logo === null && <p className="text-sm text-text-2">Не загружен: в шапке стоит метка.</p>}
      </div>
      <p className="text-xs text-text-2">В шапке вместо метки, сразу после загрузки. PNG, JPEG или WebP до 5 МБ.</p>
    </div>
  )
}
