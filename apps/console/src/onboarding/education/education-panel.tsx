import { notifyFailure } from '@packhouse/console-kit/lists/failure.tsx';
import { useSession } from '@packhouse/console-kit/session/session.ts';
import { Button, Dialog, EmptyState, Icon, SearchField, Tag } from '@packhouse/ui/core.ts';
import { useEffect, useState } from 'react';
import { useNavigate } from 'react-router';
import { t } from '../onboarding-words.ts';
import { closeEducation, type Feedback, giveFeedback, loadEducation, showModule, useEducation } from './education-state.ts';
import { lesson } from './education-words.ts';
import { findModules, type Module, modules } from './lessons.ts';
import { Player } from './player.tsx';
import './education.css';

const failed = (error: Error) => notifyFailure(error);

/** Short lessons about this platform, with commands for this very installation. */
export function EducationPanel() {
  const { kind } = useSession();
  const activeModule = useEducation((state) => state.activeModule);
  const module = modules.find(({ id }) => id === activeModule);
  useEffect(() => {
    if (kind === 'user') loadEducation().catch(failed);
  }, [kind]);
  return (
    <Dialog title={t('educationCenter')} onClose={closeEducation} shape="drawer" width={640}>
      {module ? <Lesson key={module.id} module={module} /> : <ModuleList />}
    </Dialog>
  );
}

function ModuleList() {
  const { playedVideos, feedbackGiven, wishes } = useEducation();
  const [text, setText] = useState('');
  const found = findModules(text, wishes, lesson);
  return (
    <div className="education">
      <p className="ph-muted">{t('educationText')}</p>
      <SearchField label={t('searchLessons')} value={text} onChange={setText} />
      {found.length === 0 && (
        <EmptyState icon="search" title={t('noLessons')}>
          {t('noLessonsHelp')}
        </EmptyState>
      )}
      <ul className="education-modules">
        {found.map(({ id, title, text: intro, videos, about }) => {
          const played = videos.filter((video) => playedVideos.includes(video.id)).length;
          return (
            <li key={id}>
              <button type="button" className="education-module" onClick={() => showModule(id)}>
                <Icon name={played === videos.length ? 'good' : 'play'} size={20} />
                <span>
                  <b>{lesson(title)}</b>
                  <span className="ph-muted">{lesson(intro)}</span>
                </span>
                <span className="education-facts">
                  {about.some((feature) => wishes.includes(feature)) && <Tag accent>{t('forYou')}</Tag>}
                  <span className="ph-muted">{t('playedOf', { played, of: videos.length })}</span>
                  {feedbackGiven.includes(id) && <Icon name="star" label={t('feedbackGiven')} />}
                </span>
              </button>
            </li>
          );
        })}
      </ul>
    </div>
  );
}

function Lesson({ module }: { module: Module }) {
  const playedVideos = useEducation((state) => state.playedVideos);
  const navigate = useNavigate();
  const [playing, setPlaying] = useState(module.videos[0]?.id);
  return (
    <div className="education">
      <div>
        <Button kind="ghost" size="small" icon="arrow-left" onClick={() => showModule(undefined)}>
          {t('allLessons')}
        </Button>
      </div>
      <div className="education-head">
        <h3>{lesson(module.title)}</h3>
        <p className="ph-muted">{lesson(module.text)}</p>
      </div>
      {module.videos.map((video) => (
        <Player key={video.id} video={video} open={video.id === playing} played={playedVideos.includes(video.id)} onOpen={() => setPlaying(video.id)} />
      ))}
      <div className="education-end">
        <Button
          icon="arrow-right"
          onClick={() => {
            closeEducation();
            void navigate(module.path);
          }}
        >
          {t('tryIt')}
        </Button>
        <FeedbackControl module={module.id} />
      </div>
    </div>
  );
}

const opinions = ['helpful', 'unhelpful'] as const satisfies readonly Feedback[string][];

function FeedbackControl({ module }: { module: string }) {
  const { kind } = useSession();
  const given = useEducation((state) => state.feedback[module]);
  if (kind !== 'user') return null;
  return (
    <fieldset className="education-feedback">
      <legend>{given ? t('feedbackThanks') : t('feedbackQuestion')}</legend>
      {opinions.map((opinion) => (
        <Button key={opinion} size="small" aria-pressed={given === opinion} onClick={() => void giveFeedback(module, opinion).catch(failed)}>
          {t(opinion)}
        </Button>
      ))}
    </fieldset>
  );
}
