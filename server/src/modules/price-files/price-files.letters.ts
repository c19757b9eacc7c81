import { counted } from '@artikul/contract/plural'
import { dayText, moscowDate } from '../../platform/clock.ts'
import type { Letter, Mailer } from '../mails/index.ts'

interface ReadyFile {
  rows: number
  isDaily: boolean
  at: Date
  keepUntil: Date
}

/** Leads to the page: the file itself opens to nobody who is not signed in. */
export function readyLetter(
  mailer: Mailer,
  { email, company }: { email: string; company: string },
  { rows, isDaily, at, keepUntil }: ReadyFile,
): Letter {
  const day = dayText(moscowDate(at))
  const size =
    rows === 0 ? 'Под ваши условия ничего не подошло.' : `В нём ${counted(rows, 'строка', 'строки', 'строк')}.`
  const daily = isDaily ? '\n\nМы собираем его каждый день, как вы просили; отключить рассылку можно там же.' : ''
  return {
    to: email,
    subject: isDaily ? `Прайс на ${day}` : 'Прайс готов',
    text: `Здравствуйте!

Прайс с вашими ценами на ${day} готов. ${size} Компания: ${company}.

Скачать: ${mailer.linkTo('/price-list')}
Файл хранится до ${dayText(moscowDate(keepUntil))} включительно.${daily}`,
  }
}
