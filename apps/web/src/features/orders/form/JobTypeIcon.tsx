import type { JobTypeId } from '@nerdify/domain/catalog/job-types.ts'
import type { ComponentProps } from 'react'
import { PenIcon } from '@nerdify/ui/actions/Icons.tsx'
import {
  ListChecksIcon,
  PresentationIcon,
  ShapesIcon,
  SigmaIcon,
  SpellCheckIcon,
} from '@nerdify/ui/actions/JobTypeIcons.tsx'

const icons: Record<JobTypeId, typeof PenIcon> = {
  writing: PenIcon,
  editing: SpellCheckIcon,
  presentation: PresentationIcon,
  problems: SigmaIcon,
  quiz: ListChecksIcon,
  task: ShapesIcon,
}

/** The icon of a job type. */
export function JobTypeIcon({ jobType, ...props }: ComponentProps<typeof PenIcon> & { jobType: JobTypeId }) {
  const Icon = icons[jobType]
  return <Icon {...props} />
}
