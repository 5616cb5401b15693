import { findSubjects, mostChosenSubjects, subjects } from '@nerdify/domain/catalog/subjects.ts'
import { orderFormTexts } from '../../../texts/orders/order-form.ts'
import { Combobox } from '../../../ui/fields/Combobox.tsx'

/** What {@link SubjectField} takes. */
interface SubjectFieldProps {
  id: string
  subject: string | null
  error: string | undefined
  onChoose: (subject: string) => void
}

/** The subject picker (FLOW-05). */
export const SubjectField = ({ id, subject, error, onChoose }: SubjectFieldProps) => (
  <Combobox
    id={id}
    label={orderFormTexts.subject}
    hideLabel
    placeholder={orderFormTexts.subjectPlaceholder}
    items={subjects}
    mostChosen={mostChosenSubjects}
    allLabel={orderFormTexts.allSubjects}
    find={findSubjects}
    value={subject ?? undefined}
    onChange={onChoose}
    error={error}
  />
)
