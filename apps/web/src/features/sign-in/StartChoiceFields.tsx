import { jobTypes } from '@nerdify/domain/catalog/job-types.ts'
import { isTooShort } from '@nerdify/domain/pricing/deadline-limits.ts'
import { stopLabel } from '@nerdify/domain/pricing/deadlines.ts'
import { sizeLabel, sizeToWire } from '@nerdify/domain/pricing/units.ts'
import { startTexts } from '../../texts/start.ts'
import { SelectField } from '@nerdify/ui/fields/SelectField.tsx'
import { type ChoiceChange, type StartChoices, startSizes, startStops } from '@nerdify/domain/pricing/start-choices.ts'

interface StartChoiceFieldsProps {
  choices: StartChoices
  onChoose: (change: ChoiceChange) => void
}

/** Type, size and deadline (DOOR-01), each a native select. */
export const StartChoiceFields = ({ choices, onChoose }: StartChoiceFieldsProps) => (
  <>
    <SelectField
      label={startTexts.jobType}
      name="task"
      value={choices.jobType.id}
      options={jobTypes.map(({ id, name }) => ({ value: id, label: name }))}
      onChange={(jobType) => onChoose({ jobType })}
    />
    <SelectField
      label={startTexts.size}
      name="size"
      value={sizeToWire(choices.size)}
      options={startSizes(choices).map((size) => ({ value: sizeToWire(size), label: sizeLabel(size) }))}
      onChange={(size) => onChoose({ size })}
    />
    <SelectField
      label={startTexts.deadline}
      name="deadline"
      value={choices.hours}
      options={startStops(choices).map((hours) => {
        const disabled = isTooShort(choices.size, hours)
        const label = (disabled ? startTexts.tooShort : startTexts.inHours)(stopLabel(hours))
        return { value: hours, label, disabled }
      })}
      onChange={(hours) => onChoose({ hours: Number(hours) })}
    />
  </>
)
