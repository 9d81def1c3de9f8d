import { useState } from 'react'

import { ComboBox } from '#web/ui/ComboBox.tsx'
import { DateField } from '#web/ui/DateField.tsx'
import { ErrorSummary } from '#web/ui/ErrorSummary.tsx'
import { FileDrop } from '#web/ui/FileDrop.tsx'
import { Grid } from '#web/ui/Layout.tsx'
import { SearchField } from '#web/ui/SearchField.tsx'
import { Select } from '#web/ui/Select.tsx'
import { TextArea } from '#web/ui/TextArea.tsx'
import { TextField } from '#web/ui/TextField.tsx'

import { specialties } from './sample-requests.ts'
import { Sample } from './Sample.tsx'

export function FieldsSample() {
  const [birthDate, setBirthDate] = useState('')
  const [specialty, setSpecialty] = useState<string | null>(null)
  const [text, setText] = useState('')
  const [hasSummary, setSummary] = useState(false)
  return (
    <Sample title="Fields">
      <label>
        <input type="checkbox" checked={hasSummary} onChange={() => setSummary(!hasSummary)} /> Show the error summary
      </label>
      <ErrorSummary
        errors={hasSummary ? [{ message: 'Enter a valid NHS number', fieldId: 'sample-nhs' }, { message: 'The record has changed' }] : []}
      />
      <Grid gap="lg">
        <TextField label="First name" autoComplete="off" />
        <TextField label="Local patient ID" hint="As printed on the wristband" isOptional />
        <TextField id="sample-nhs" label="NHS number" width={10} inputMode="numeric" defaultValue="123" error="Enter a valid NHS number" />
        <TextField label="Code" width={4} defaultValue="RX1" readOnly />
        <TextField label="Organisation type" defaultValue="Cannot be changed" disabled />
        <Select
          label="Method"
          options={['SMS', 'Email', 'NHS App'].map((value) => ({ value, label: value }))}
          placeholder="Choose a method"
        />
        <Select label="Role" options={[{ value: 'user', label: 'Forms User' }]} error="Choose another role" />
        <ComboBox label="Specialty" hint="Type a code or a name" options={specialties} value={specialty} onChange={setSpecialty} />
        <ComboBox label="Assignee" options={specialties} value={null} onChange={setSpecialty} error="Choose an assignee" />
        <DateField label="Date of birth" hint="For example, 31 3 1980" value={birthDate} onChange={setBirthDate} isBirthDate />
        <DateField label="Send on" value="2026-13-1" onChange={setBirthDate} error="Enter a real date" />
        <SearchField label="Search patients" placeholder="Name or NHS number" value={text} onSearch={setText} />
        <TextArea label="Description" hint="Shown to staff only" isOptional />
        <TextArea label="Body" defaultValue="Dear ((firstNme))" error="There is no field called firstNme" />
      </Grid>
      <FileDrop label="Spreadsheet" hint="The template, filled in (.xlsx, up to 20 MB)" accept=".xlsx" onFile={() => undefined} />
      <FileDrop label="Logo" error="The file is not a picture" accept="image/png" isBusy onFile={() => undefined} />
    </Sample>
  )
}
