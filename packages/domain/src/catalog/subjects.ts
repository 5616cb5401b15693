/** All subjects (FLOW-05): the most chosen first, then other common ones, then the rest alphabetically. */
export const subjects: readonly string[] = [
  'English',
  'Business and Management',
  'Healthcare and Nursing',
  'Psychology',
  'History',
  'Mathematics',
  'Statistics',
  'Marketing',
  'Economics',
  'Accounting',
  'Finance',
  'Biology',
  'Chemistry',
  'Physics',
  'Computer Science',
  'Sociology',
  'Political Science',
  'Law',
  'Education',
  'Literature',
  'Actuarial Science',
  'Advertising',
  'Aerospace Engineering',
  'African Studies',
  'Agriculture',
  'Algebra',
  'American History',
  'American Literature',
  'Anatomy and Physiology',
  'Animal Science',
  'Anthropology',
  'Archaeology',
  'Architecture',
  'Art',
  'Art History',
  'Artificial Intelligence',
  'Asian Studies',
  'Astronomy',
  'Banking',
  'Biochemistry',
  'Bioinformatics',
  'Biomedical Engineering',
  'Biotechnology',
  'Botany',
  'Business Analytics',
  'Business Ethics',
  'Business Law',
  'Calculus',
  'Chemical Engineering',
  'Child Development',
  'Civil Engineering',
  'Classics',
  'Communication Studies',
  'Counseling',
  'Creative Writing',
  'Criminal Justice',
  'Criminology',
  'Cultural Studies',
  'Cybersecurity',
  'Data Science',
  'Database Management',
  'Dentistry',
  'Discrete Mathematics',
  'Drama and Theater',
  'E-Commerce',
  'Early Childhood Education',
  'Ecology',
  'Econometrics',
  'Electrical Engineering',
  'Engineering',
  'Entrepreneurship',
  'Environmental Science',
  'Epidemiology',
  'Ethics',
  'European Studies',
  'Fashion',
  'Film Studies',
  'Foreign Languages',
  'Forensic Science',
  'French',
  'Game Design',
  'Gender Studies',
  'Genetics',
  'Geography',
  'Geology',
  'Geometry',
  'German',
  'Gerontology',
  'Graphic Design',
  'Hospitality Management',
  'Human Resource Management',
  'Human Rights',
  'Immunology',
  'Industrial Engineering',
  'Information Systems',
  'Information Technology',
  'Interior Design',
  'International Business',
  'International Relations',
  'Journalism',
  'Latin American Studies',
  'Leadership',
  'Library Science',
  'Linguistics',
  'Logic',
  'Logistics',
  'Management Information Systems',
  'Materials Science',
  'Mechanical Engineering',
  'Media Studies',
  'Medicine',
  'Microbiology',
  'Music',
  'Native American Studies',
  'Neuroscience',
  'Nutrition and Dietetics',
  'Occupational Therapy',
  'Operations Management',
  'Organizational Behavior',
  'Pharmacology',
  'Philosophy',
  'Photography',
  'Physical Education',
  'Physical Therapy',
  'Programming',
  'Project Management',
  'Public Administration',
  'Public Health',
  'Public Policy',
  'Public Relations',
  'Real Estate',
  'Religious Studies',
  'Risk Management',
  'Social Work',
  'Software Engineering',
  'Spanish',
  'Special Education',
  'Sports Management',
  'Supply Chain Management',
  'Taxation',
  'Telecommunications',
  'Tourism',
  'Trigonometry',
  'Urban Planning',
  'Veterinary Medicine',
  'Web Development',
  "Women's Studies",
  'World History',
  'Zoology',
  'Other',
]

/** The subjects that the picker shows under "Most chosen" (FLOW-05). */
export const mostChosenSubjects: readonly string[] = subjects.slice(0, 3)

/** Whether the list has this subject, by exact spelling (FLOW-05). */
export function isSubject(text: string): boolean {
  return subjects.includes(text)
}

/**
 * Subjects that match typed text, best first: a prefix of the subject, a prefix of one of its words, then every typed
 * word anywhere in it (FLOW-05). Ignores case, apostrophes, hyphens and "&". Blank text finds every subject; if nothing
 * matches, the picker shows its search error.
 */
export function findSubjects(query: string): readonly string[] {
  const normalized = searchable(query)
  if (normalized === '') return subjects
  const words = normalized.split(' ')
  const ranked: [begins: string[], wordBegins: string[], contains: string[]] = [[], [], []]
  for (const subject of subjects) {
    const text = searchable(subject)
    if (text.startsWith(normalized)) ranked[0].push(subject)
    else if (text.includes(` ${normalized}`)) ranked[1].push(subject)
    else if (words.every((word) => text.includes(word))) ranked[2].push(subject)
  }
  return ranked.flat()
}

function searchable(text: string): string {
  return text
    .toLowerCase()
    .replaceAll('&', ' and ')
    .replace(/['\u2018\u2019-]/g, '')
    .replace(/\s+/g, ' ')
    .trim()
}
