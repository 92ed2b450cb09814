/** First name, last name, and how somebody may look for them: each finds this one and nobody else of the table. */
export const NAMES_IN_SCRIPTS: [firstName: string, lastName: string, ...queries: string[]][] = [
  // Latin
  ['Nils', 'Åkesson', 'akesson', 'ÅKESSON', 'A\u030akesson', 'nils ake', 'son nils'],
  ['Aoife', 'O’Neill', "o'neill", 'oneill', 'O’NEILL', 'O`Neill', 'o´neill', 'aoife oʼneill', 'ＯＮＥＩＬＬ'],
  ['Ana', 'Groß', 'gross', 'GROSS', 'groß', 'GROẞ', 'ana gros'],
  ['Ruby', 'Lane-Fox', 'lane fox', 'lane-fox', 'lanefox', 'Fox Lane', 'lane‐fox', 'ruby fox', 'LANE–FOX'],
  ['Łukasz', 'Wójcik', 'lukasz', 'wojcik', 'ŁUKASZ WÓJCIK', 'wojcik lukasz'],
  ['İnce', 'Yıldız', 'ince', 'İNCE', 'yildiz', 'YILDIZ', 'yıldız'],
  ['Sørine', 'Bjørnstad', 'sorine', 'BJORNSTAD', 'bjørn', 'Sørine bjo'],
  ['Đặng', 'Nguyễn', 'dang nguy', 'nguyen', 'Nguyễn Đặng', 'NGUYÊN'],
  ['Æsa', 'Þorsteinn', 'aesa', 'thorsteinn', 'þorst', 'ÆSA'],
  ['Dvořák', 'Chlíbek', 'dvorak', 'chlibek', 'CHLÍB', 'dvořák chl'],
  ['Muñeca', 'Peña', 'muneca', 'pena', 'PEÑA', 'pen\u0303a'],
  ['Zoë', 'd’Ángelo', 'dangelo', "D'ANGELO", 'zoe d’', 'd-angelo'],
  ['Jean‑Luc', 'Œuvrard', 'jeanluc', 'jean-luc', 'oeuvrard', 'ŒUVRARD'],
  ['ʻAlohi', 'Kealoha', 'alohi', "'alohi", 'ʻalohi'],
  ['María José', 'de la Cruz', 'maria jose', 'cruz maría', 'JOSE DE LA', 'la cruz, maría'],
  ['Ángström', 'Müller', 'angstrom', 'muller', 'MÜLLER', 'mu\u0308ller'],
  ['Șerban', 'Țepeș', 'serban', 'tepes', 'ŢEPEŞ'],
  ['Gwênaël', 'Le Goﬀ', 'gwenael', 'goff', 'LE GOFF'],
  // Greek
  ['Οδυσσεύς', 'Παπαδόπουλος', 'οδυσσευς', 'ΟΔΥΣΣΕΥΣ', 'παπαδοπουλοσ', 'Παπαδόπουλος'],
  ['Άννα', 'Γεωργίου', 'αννα', 'ΓΕΩΡΓΙΟΥ', 'γεωργιου αννα'],
  // Cyrillic
  ['Пётр', 'Ковалёв', 'петр', 'ковалев', 'КОВАЛЁВ', 'Ковалев Пётр'],
  ['Юрий', 'Чайковский', 'юрий', 'ЮРИИ', 'чайковскии', 'чайк юр'],
  ['Ганна', 'Їжакевич', 'ганна', 'їжак', 'ЇЖАКЕВИЧ'],
  // Armenian and Georgian
  ['Արամ', 'Խաչատրյան', 'արամ', 'ԽԱՉԱՏՐՅԱՆ', 'խաչ արամ'],
  ['ნინო', 'ბერიძე', 'ნინო', 'ბერიძე', 'ნინ ბერ', 'ᲜᲘᲜᲝ'],
  // Hebrew
  ['שָׂרָה', 'כֹּהֵן', 'שרה', 'כהן', 'כהן שרה'],
  ['ז׳אן', 'לוי', 'זאן', 'לוי', "ז'אן"],
  // Arabic
  ['أَحْمَد', 'الحسيني', 'احمد', 'أحمد', 'الحسيني احمد', 'أحـمد'],
  ['فاطمة', 'می‌رزایی', 'فاطمة', 'میرزایی', 'می‌رزا'],
  // Devanagari
  ['कविता', 'शर्मा', 'कविता', 'शर्मा', 'शर्मा कवि'],
  ['कवीता', 'वर्मा', 'कवीता', 'वर्मा'],
  // Tamil, Bengali
  ['கண்ணன்', 'முருகன்', 'கண்ணன்', 'முருகன்', 'முரு கண்'],
  ['রবীন্দ্র', 'ঠাকুর', 'রবীন্দ্র', 'ঠাকুর'],
  // Thai
  ['สมชาย', 'ใจดี', 'สมชาย', 'ใจดี', 'ใจ สม'],
  // Han
  ['明', '李', '李', '明', '明 李'],
  ['国荣', '張', '張', '国荣', '国'],
  // Kana
  ['がんた', 'さとう', 'がん', 'さとう', 'さと がん'],
  ['かんた', 'ス​ズキ', 'かんた', 'スズキ', 'ｽｽﾞｷ'],
  ['ハナコ', 'ヤマダ', 'ハナコ', 'ﾊﾅｺ', 'ヤマ・ダ'],
  // Hangul
  ['민수', '김', '김', '민수', '민수 김', '김'.normalize('NFD')],
  ['기현', '박', '기현', '박', '박 기'],
  // Ethiopic, Khmer
  ['አበበ', 'ቢቂላ', 'አበበ', 'ቢቂላ', 'ቢቂ አበ'],
  ['សុខា', 'ចាន់', 'សុខា', 'ចាន់'],
  ['Sìne', 'NicDhòmhnaill', 'sine', 'nicdhomhnaill', 'DHÒMH sin'],
  ['Ħal', 'Żammit', 'hal zam', 'zammit', 'ŻAMMIT'],
  ['Ŋorri', 'Čáhppe', 'norri', 'cahppe', 'ČÁHPPE'],
  ['Kadri', 'Õunapuu', 'ounapuu', 'ÕUNA', 'kadri õ'],
  ['Gintarė', 'Šiaulytė', 'gintare', 'siaulyte', 'ŠIAUL'],
  ['Ҳасан', 'Қодиров', 'ҳасан', 'қодиров', 'ҚОДИР'],
  ['Ψηλός', 'Ώρα', 'ψηλοσ', 'ωρα', 'ΏΡΑ ψ'],
  ['Ծովինար', 'Սևակ', 'ծովինար', 'ՍԵՒԱԿ'.slice(0, 1).toLowerCase() + 'ևակ'],
  ['גיל', 'בן־דוד', 'גיל', 'בנדוד'.replace('נ', 'ן'), 'בן דוד'],
  ['सीता', 'गुप्ता', 'सीता', 'गुप्ता', 'गुप् सी'],
  ['มาลี', 'แสงทอง', 'มาลี', 'แสงทอง'],
  ['雅子', '山田', '雅子', '山田', '雅 山'],
  ['Björk', 'Guðmundsdóttir', 'bjork', 'gudmundsdottir', 'GUÐMUNDS', 'Guðmundsdóttir Björk'],
  ['François', 'Lefèvre', 'francois', 'lefevre', 'FRANÇOIS LEFÈVRE'],
  ['Siân', 'Llŷr', 'sian', 'llyr', 'LLŶR'],
];
