import type { OdataFinding } from '@artikul/contract/integrations/one-c-odata'

/** Where the objects that a base publishes are chosen. */
export const COMPOSITION =
  '«НСИ и администрирование», «Синхронизация данных», «Настройка автоматического REST-сервиса», вкладка «Состав»'
const USERS = '«НСИ и администрирование», «Настройки пользователей и прав»'
const PUBLICATION = 'Конфигуратор: «Администрирование», «Публикация на веб-сервере», вкладка OData'
const JOURNAL = '«НСИ и администрирование», «Обслуживание», «Журнал регистрации»'

/** `wrong`: the settings of the portal or of 1C are wrong; `temporary`: another attempt may succeed. */
type FailureKind = 'wrong' | 'temporary'

interface FailureDetails {
  advice?: string
  kind?: FailureKind
  isServerError?: boolean
  isNameWrong?: boolean
  isObjectRefused?: boolean
}

/** Reason why 1C did not answer as needed, in words for its administrator; contains no password. */
export class OneCFailed extends Error {
  readonly advice: string
  readonly kind: FailureKind
  /** The answer came from the server as an error of its own: a smaller page may succeed. */
  readonly isServerError: boolean
  /** An object or a property has another name than the portal supposes. */
  readonly isNameWrong: boolean
  /** 1C itself has refused the object that was written: nothing of it is stored. */
  readonly isObjectRefused: boolean

  constructor(
    text: string,
    {
      advice = '',
      kind = 'wrong',
      isServerError = false,
      isNameWrong = false,
      isObjectRefused = false,
    }: FailureDetails = {},
  ) {
    super(text)
    this.advice = advice
    this.kind = kind
    this.isServerError = isServerError
    this.isNameWrong = isNameWrong
    this.isObjectRefused = isObjectRefused
  }

  get finding(): OdataFinding {
    return { level: 'error', text: this.message, advice: this.advice }
  }
}

interface Refusal {
  status: number
  /** Beginning of the answer. */
  text: string
  /** Object that was asked for; empty for the service itself. */
  entity: string
  isWrite?: boolean
}

const CODE_RIGHTS = '20'
const CODES_OF_NAMES = ['1', '4', '6', '14']
const TEXT_LENGTH = 300

const CODE = /(?:"code"\s{0,9}:\s{0,9}"?|<m:code>)(-?\d{1,5})\b/
const JSON_MESSAGE = /"(?:value|descr)"\s{0,9}:\s{0,9}"((?:[^"\\]|\\.){0,1000})"/
const XML_MESSAGE = /<m:message[^>]{0,100}>([^<]{0,1000})/

interface SaidError {
  code: string
  message: string
}

/** Code and text of an error in JSON or XML; undefined for anything else, such as a page of the web server. */
function readError(text: string): SaidError | undefined {
  const code = CODE.exec(text)?.[1]
  const message = (JSON_MESSAGE.exec(text) ?? XML_MESSAGE.exec(text))?.[1]
  if (code === undefined && message === undefined) return undefined
  const plain = (message ?? '').replaceAll(/\\[nrt]/g, ' ').replaceAll(/\\(.)/g, '$1')
  return { code: code ?? '', message: plain.trim().slice(0, TEXT_LENGTH) }
}

const ofObject = (entity: string) => (entity === '' ? '' : ` «${entity}»`)

function describe401({ entity, isWrite = false }: Refusal, code: string | undefined): OneCFailed {
  const [act, right] = isWrite ? ['добавление', 'добавления'] : ['чтение', 'чтения']
  if (code === CODE_RIGHTS)
    return new OneCFailed(`Пользователю 1С не хватает прав на ${act} объекта${ofObject(entity)}`, {
      advice: `${USERS}, «Группы доступа»: профиль с правом ${right} без ограничений на уровне записей и «Удалённый доступ OData»`,
    })
  return new OneCFailed('1С не приняла логин или пароль', {
    advice: `${USERS}, «Пользователи»: откройте пользователя портала, проверьте «Вход в программу разрешён», аутентификацию 1С и пароль`,
  })
}

function describe404({ entity, text }: Refusal, code: string | undefined): OneCFailed {
  if (entity !== '' && code !== undefined)
    return new OneCFailed(`Объект «${entity}» не опубликован в 1С`, {
      advice: `${COMPOSITION}: отметьте его и сохраните`,
      isNameWrong: true,
    })
  const isPage = /<html/i.test(text)
  return new OneCFailed(isPage ? 'По этому адресу отвечает не 1С' : 'По этому адресу нет OData', {
    advice: `${PUBLICATION}: отметьте «Публиковать стандартный интерфейс OData». Адрес базы тот же, что в браузере`,
  })
}

/** Translates the refusal of 1C or of its web server; the texts name what is missing and where it is in 1C. */
export function describeRefusal(refusal: Refusal): OneCFailed {
  const { status, entity, text, isWrite = false } = refusal
  const error = readError(text)
  if (isWrite && error && (status === 400 || status >= 500))
    return new OneCFailed(`1С не записала объект${ofObject(entity)}${saidIn(error)}`, {
      advice: JOURNAL,
      isObjectRefused: true,
    })
  return describeAnswer(refusal, error)
}

const saidIn = (error: SaidError | undefined) => (error?.message ? `: ${error.message}` : '')

function describeAnswer(refusal: Refusal, error: SaidError | undefined): OneCFailed {
  const { status, entity } = refusal
  const said = saidIn(error)
  if (status === 401) return describe401(refusal, error?.code)
  if (status === 404) return describe404(refusal, error?.code)
  if (status === 403)
    return new OneCFailed('Веб-сервер 1С не пускает портал', {
      advice: 'Разрешите в IIS или Apache обращения с адреса портала к публикации базы',
    })
  if (status === 400 && CODES_OF_NAMES.includes(error?.code ?? ''))
    return new OneCFailed(`1С не поняла запрос объекта${ofObject(entity)}${said}`, {
      advice: 'Проверьте соединение: портал сверит названия реквизитов с базой',
      isNameWrong: true,
    })
  if (status === 501)
    return new OneCFailed(`1С не умеет отвечать на такой запрос объекта${ofObject(entity)}`, {
      advice: 'Нужна платформа 8.3.12 или новее',
    })
  if (status === 429 || status >= 500)
    return new OneCFailed(`Ошибка внутри 1С, ответ ${status}${said}`, {
      advice: JOURNAL,
      kind: 'temporary',
      isServerError: status >= 500,
    })
  if (status >= 300 && status < 400)
    return new OneCFailed('Адрес перенаправляет на другой: укажите конечный', { advice: '' })
  return new OneCFailed(`1С ответила кодом ${status}${said}`, { advice: JOURNAL })
}

/** Replaces errors of the connection, whose messages may contain the request. */
export function describeBreak(error: unknown, isLate: boolean, seconds: number): OneCFailed {
  const code = error instanceof Error && 'code' in error ? String(error.code) : ''
  if (isLate || /TIMEOUT/.test(code))
    return new OneCFailed(`1С не ответила за ${seconds} с`, {
      advice: 'Первый запрос после простоя бывает долгим: портал повторит его',
      kind: 'temporary',
    })
  if (/CERT|TLS|SSL|SELF_SIGNED|UNABLE_TO_VERIFY/.test(code))
    return new OneCFailed('Сертификат сервера 1С не принят', {
      advice: 'Установите на веб-сервер сертификат известного центра для этого имени',
    })
  return new OneCFailed('1С не отвечает: соединение не установлено или прервано', {
    advice: 'Проверьте адрес, веб-сервер 1С и сетевой экран между ним и порталом',
    kind: 'temporary',
  })
}
