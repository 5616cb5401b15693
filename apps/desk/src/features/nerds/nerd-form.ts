import type { NerdChange, NerdCreation, RegisteredNerd } from '@nerdify/contract/nerds.ts'
import { isBlank } from '@nerdify/domain/input/visible-text.ts'
import { type Cells, checked } from '../../frame/use-edit.ts'
import { nerdTexts } from '../../texts/nerds.ts'

/** The fields of a Nerd as texts. */
export const cellsOfNerd = ({ name, email, entered_rating: rating, subjects, active }: RegisteredNerd): Cells => ({
  name,
  email: email ?? '',
  rating: String(rating),
  subjects: subjects.join(', '),
  active: active ? checked : '',
})

/** The empty fields of a new Nerd. */
export const newNerdCells: Cells = { name: '', email: '', rating: '', subjects: '', active: checked }

const subjectsOf = (typed: string): string[] => [
  ...new Set(
    typed
      .split(',')
      .map((subject) => subject.trim())
      .filter((subject) => subject !== ''),
  ),
]

/** The change in the typed cells. */
export const changeOf = ({ name, email, rating, subjects, active }: Cells): NerdChange => ({
  ...(name !== undefined && { name }),
  ...(email !== undefined && { email: isBlank(email) ? null : email }),
  ...(rating !== undefined && { rating: Number(rating) }),
  ...(subjects !== undefined && { subjects: subjectsOf(subjects) }),
  ...(active !== undefined && { active: active === checked }),
})

/** A new Nerd from all cells. */
export const creationOf = (cells: Cells): NerdCreation => ({
  ...changeOf(cells),
  name: cells['name'] ?? '',
  rating: Number(cells['rating']),
})

/** The form's own errors, by field; the server checks the rest. */
export const faultOf = (field: string, value: string): string | undefined => {
  if (field === 'name' && isBlank(value)) return nerdTexts.nameMissing
  if (field === 'rating' && (isBlank(value) || !Number.isFinite(Number(value)))) return nerdTexts.ratingMissing
  return undefined
}
