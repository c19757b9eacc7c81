import { useState } from 'react'
import { CodeField } from '../../../ui/fields/code-field.tsx'
import { DateField } from '../../../ui/dates/date-field.tsx'
import { Dropzone } from '../../../ui/files/dropzone.tsx'
import { FilterField } from '../../../ui/fields/filter-field.tsx'
import { Form } from '../../../ui/fields/form.tsx'
import { MoneyField, NumberField } from '../../../ui/fields/number-field.tsx'
import { PasswordField } from '../../../ui/fields/password-field.tsx'
import { SearchInput } from '../../../ui/fields/search-input.tsx'
import { TextArea, TextField } from '../../../ui/fields/text-field.tsx'

const ignore = () => undefined

export function FieldsSample() {
  const [text, setText] = useState('')
  const [date, setDate] = useState<string | null>('2026-11-24')
  const [sum, setSum] = useState<number | null>(123456)
  const [files, setFiles] = useState<File[]>([])
  const [query, setQuery] = useState('')
  return (
    <Form label="Поля" onSubmit={ignore} error="Проверьте поля формы">
      <SearchInput
        label="Поиск"
        placeholder="Введите артикул или номер детали"
        value={query}
        onValueChange={setQuery}
        onSubmit={ignore}
        suggestions={[{ text: '04152-YZZA1' }, { text: 'HU 7019 Z' }, { text: '26300-35503' }]}
      />
      <div className="grid gap-x-4 gap-y-3.5 md:grid-cols-2">
        <TextField label="Обычное" value={text} onValueChange={setText} placeholder="10 или 12 цифр" required />
        <TextField label="С подсказкой" value={text} onValueChange={setText} hint="Как в договоре" />
        <TextField label="С ошибкой" value="123" onValueChange={ignore} error="ИНН должен содержать 10 или 12 цифр" />
        <TextField label="Недоступное" value="Нельзя менять" onValueChange={ignore} disabled />
        <PasswordField label="Пароль" value="secret" onValueChange={ignore} autoComplete="new-password" />
        <PasswordField
          label="Пароль с ошибкой"
          value=""
          onValueChange={ignore}
          autoComplete="new-password"
          error="Заполните поле"
        />
        <CodeField value="123456" onValueChange={ignore} hint="Шесть цифр" />
        <FilterField label="Отбор" value="Орлова" onCommit={ignore} maxLength={50} />
        <DateField label="Дата" value={date} onValueChange={setDate} />
        <DateField label="Дата с ошибкой" value={null} onValueChange={ignore} error="Укажите дату отгрузки" />
        <DateField label="Дата недоступна" value="2026-11-24" onValueChange={ignore} disabled />
        <MoneyField label="Сумма" value={sum} onValueChange={setSum} />
        <MoneyField label="Сумма с ошибкой" value={null} onValueChange={ignore} error="Укажите сумму" />
        <NumberField label="Число недоступно" value={15} onValueChange={ignore} disabled />
        <TextArea label="Комментарий" value={text} onValueChange={setText} className="md:col-span-2" />
      </div>
      <Dropzone label="Файл заказа" files={files} onFilesChange={setFiles} hint="XLSX до 10 МБ" />
      <Dropzone label="Файл недоступен" files={[]} onFilesChange={ignore} hint="XLSX до 10 МБ" disabled />
    </Form>
  )
}
