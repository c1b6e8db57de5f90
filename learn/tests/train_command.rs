//! The commands of training, from games to a network that is checked.

mod common;

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use common::{GENERATOR, random_games};
use lancet::eval::nnue::{Architecture, Model};
use lancet_learn::records::Writer;
use lancet_learn::train::Quantised;

fn learn(folder: &Path, words: &str) -> Output {
    Command::new(env!("CARGO_BIN_EXE_lancet-learn"))
        .current_dir(folder)
        .args(words.split_whitespace())
        .output()
        .unwrap()
}

#[track_caller]
fn told(folder: &Path, words: &str) -> String {
    let output = learn(folder, words);
    assert!(output.status.success(), "{words}: {output:?}");
    String::from_utf8(output.stdout).unwrap()
}

#[track_caller]
fn refused(folder: &Path, words: &str) -> String {
    let output = learn(folder, words);
    assert_eq!(output.status.code(), Some(2), "{words}: {output:?}");
    String::from_utf8(output.stderr).unwrap()
}

fn games(folder: &Path) {
    let mut writer = Writer::new(Vec::new(), GENERATOR, 0);
    for game in random_games(60, 31) {
        writer.push(&game).unwrap();
    }
    fs::write(folder.join("some.games"), writer.finish().unwrap()).unwrap();
}

#[test]
fn games_become_a_network() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    games(folder);
    let options = "--epochs 3 --batch 256 --held-out 0.2 --lambda 0.2 --threads 2";
    let text = told(folder, &format!("train some.games --out a.lnn --hidden 32 --buckets 2 {options}"));
    for part in ["positions of 60 games", "epoch 3 of 3", "held out: loss", "a.lnn: network"] {
        assert!(text.contains(part), "{part}: {text}");
    }
    let model = Model::load(&folder.join("a.lnn")).unwrap();
    let Architecture::Network(network) = model.architecture() else { panic!("not a network") };
    assert_eq!((network.hidden(), network.buckets(), network.scale()), (32, 2, 400));
    assert!(model.description().contains("some.games") && model.description().contains("3 epochs"));
    let csv = fs::read_to_string(folder.join("a.csv")).unwrap();
    assert_eq!(csv.lines().count(), 4);
    assert!(csv.starts_with("epoch,train_loss,held_out_loss,rate,seconds\n1,"), "{csv}");
    let svg = fs::read_to_string(folder.join("a.svg")).unwrap();
    assert!(svg.starts_with("<svg") && svg.contains("polyline") && svg.trim_end().ends_with("</svg>"));

    let check = "eval-check some.games --positions 1500";
    let text = told(folder, &format!("{check} --net a.lnn --checkpoint a.ckpt"));
    assert!(text.starts_with("1500 positions: engine and trainer differ on 0\n"), "{text}");
    assert!(text.contains("over 1500 positions"), "{text}");

    told(folder, "samples some.games --out some.samples --held-out 0.2");
    told(folder, "train some.samples --out b.lnn --hidden 32 --buckets 2 --threads 2 --epochs 3 --batch 256");
    told(folder, "train some.samples --out linear.lnn --kind linear --epochs 3 --batch 256");
    told(folder, &format!("{check} --net linear.lnn --checkpoint linear.ckpt"));
    let wrong = refused(folder, &format!("{check} --net linear.lnn --checkpoint a.ckpt"));
    assert!(wrong.contains("not written from this checkpoint"), "{wrong}");

    // A finished training resumed has nothing to do but write the network again.
    fs::copy(folder.join("a.ckpt"), folder.join("kept")).unwrap();
    told(folder, "train some.games --out again.lnn --resume kept");
    let bytes = |name: &str| fs::read(folder.join(name)).unwrap();
    assert_eq!(bytes("a.lnn"), bytes("again.lnn"));
    let text = told(folder, "train some.games --out tuned.lnn --from a.ckpt --epochs 1 --held-out 0.2");
    assert!(text.contains("32 units and 2 buckets"), "{text}");
}

#[test]
fn values_spread_as_those_of_another_network() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    games(folder);
    let train = "train some.games --hidden 32 --buckets 2 --epochs 2 --batch 256 --held-out 0.2 --threads 2";
    told(folder, &format!("{train} --out a.lnn"));
    let trained = Quantised::load(&folder.join("a.lnn")).unwrap();
    let wide = trained.clone().scaled(8000).model().unwrap();
    fs::write(folder.join("wide.lnn"), wide.to_bytes("wide")).unwrap();

    let text = told(folder, &format!("{train} --out b.lnn --like wide.lnn"));
    assert!(text.contains("with a scale of"), "{text}");
    let like = Quantised::load(&folder.join("b.lnn")).unwrap();
    // The median of the wide one is in whole centipawns.
    assert!((7900..=8100).contains(&like.scale()), "{}", like.scale());
    assert_eq!(like.scaled(400), trained, "nothing else is changed");
    told(folder, "eval-check some.games --positions 500 --net b.lnn --checkpoint b.ckpt");
    let linear = refused(folder, "train some.games --out l.lnn --kind linear --like wide.lnn");
    assert!(linear.contains("a linear model has no scale"), "{linear}");
}

#[test]
fn what_cannot_be_done_is_told_in_a_sentence() {
    let folder = tempfile::tempdir().unwrap();
    let folder = folder.path();
    games(folder);
    let cases = [
        ("train none --out a.lnn", "cannot be read"),
        ("train some.games --out a.ckpt", "beside the network"),
        ("train some.games --out some.games", "would be written over"),
        ("train some.games --out a.lnn --hidden 33", "33 hidden units cannot be"),
        ("train some.games --out a.lnn --buckets 3", "3 output buckets cannot be"),
        ("train some.games --out a.lnn --kind linear --hidden 64", "neither hidden units nor buckets"),
        ("train some.games --out a.lnn --like none", "the network none: "),
        ("train some.games --out a.lnn --like some.games", "it is no network of Lancet"),
        ("train some.games --out a.lnn --lambda 1.5", "is not a number from 0 to 1"),
        ("train some.games --out a.lnn --resume some.games", "it is no checkpoint"),
        ("train some.games --out a.lnn --resume x --epochs 3", "cannot be used with"),
        ("train some.games --out nowhere/a.lnn --epochs 1", "cannot write 'nowhere/a.lnn'"),
        ("eval-check some.games --net some.games", "it is no network of Lancet"),
        ("speed --hidden 5", "5 hidden units cannot be"),
    ];
    for (words, sentence) in cases {
        let told = refused(folder, words);
        assert!(told.contains(sentence), "{words}: {told}");
    }
}
